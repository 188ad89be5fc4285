(* The factor q / (1 + q^2) is between 0 and 1/2. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import lemma8_midpoint_step_repaired_statement.
Open Scope R_scope.

Theorem lemma8_midpoint_step_repaired : lemma8_midpoint_step_repaired_statement.
Proof.
  unfold lemma8_midpoint_step_repaired_statement, lemma8_midpoint_step_repaired_domain, lemma8_midpoint_step_repaired_claim.
  intros left middle q right xi (positive & _ & _ & ->).
  set (sum := left + right); set (factor := q / (1 + q ^ 2)).
  pose proof (pow2_ge_0 q); pose proof (pow2_ge_0 (1 - q)).
  assert (product : factor * (1 + q ^ 2) = q) by (unfold factor; field; nra).
  assert (0 <= factor) by (apply (Rmult_le_reg_r (1 + q ^ 2)); [|rewrite product]; lra).
  assert (factor <= 1 / 2) by (apply (Rmult_le_reg_r (1 + q ^ 2)); [|rewrite product]; lra).
  pose proof (Rmax_l sum 0); pose proof (Rmax_r sum 0); nra.
Qed.
