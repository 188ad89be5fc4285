(* beta is the inverse of v, and v is not 0. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import thm5_kernel_repaired_statement.
Open Scope R_scope.

Theorem thm5_kernel_repaired : thm5_kernel_repaired_statement.
Proof.
  unfold thm5_kernel_repaired_statement, thm5_kernel_repaired_domain, thm5_kernel_repaired_defined, thm5_kernel_repaired_claim.
  intros B alpha beta k v (positive & atleast & _ & size & value & nonzero & ->).
  assert (4 * alpha * (k + 1) <> 0) by (apply Rgt_not_eq; nra).
  split; [assumption|]; rewrite value; field; repeat split; try assumption; nra.
Qed.
