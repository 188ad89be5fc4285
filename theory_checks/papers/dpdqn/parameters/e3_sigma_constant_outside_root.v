(* One number, enclosed. *)
From Coq Require Import Reals Lra.
From Interval Require Import Tactic.
From TheoryChecks Require Import Decide.
From dpdqn Require Import e3_sigma_constant_outside_root_statement.
Open Scope R_scope.

Theorem e3_sigma_constant_outside_root_verified : e3_sigma_constant_outside_root_statement.
Proof.
  unfold e3_sigma_constant_outside_root_statement, e3_sigma_constant_outside_root_domain,
    e3_sigma_constant_outside_root_defined, e3_sigma_constant_outside_root_claim.
  intros B L T alpha delta epsilon k v (-> & -> & -> & -> & -> & -> & -> & _ & ->).
  decided.
Qed.
