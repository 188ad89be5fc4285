(* The length may be 0. *)
From Coq Require Import Reals Lra Psatz.
From gpope Require Import tau_normalisation_has_a_value_statement.
Open Scope R_scope.

Theorem tau_normalisation_has_a_value_region : tau_normalisation_has_a_value_statement.
Proof.
  unfold tau_normalisation_has_a_value_statement, tau_normalisation_has_a_value_domain, tau_normalisation_has_a_value_region, tau_normalisation_has_a_value_claim; split.
  - intros tau _ atleast; lra.
  - intros all; specialize (all 0%Z); lra.
Qed.
