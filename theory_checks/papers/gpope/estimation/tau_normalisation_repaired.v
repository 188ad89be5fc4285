(* The number of transitions is at least 1. *)
From Coq Require Import Reals Lra.
From gpope Require Import tau_normalisation_repaired_statement.
Open Scope R_scope.

Theorem tau_normalisation_repaired : tau_normalisation_repaired_statement.
Proof.
  unfold tau_normalisation_repaired_statement, tau_normalisation_repaired_domain, tau_normalisation_repaired_defined, tau_normalisation_repaired_claim.
  intros tau atleast; split; [|field]; lra.
Qed.
