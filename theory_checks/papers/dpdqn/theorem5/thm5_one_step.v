(* Noise 3 in the prediction, reward 2, L = 1: the temporal difference is 1, and the bound is negative. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums.
From dpdqn Require Import thm5_one_step_formula thm5_one_step_statement.
Open Scope R_scope.

Theorem thm5_one_step_refuted : ~ thm5_one_step_statement.
Proof.
  intros all; pose proof (all 1 0 0 1 0 0 0 3 0 2 ltac:(lra) ltac:(lra) ltac:(lra)) as claim; cbv zeta in claim.
  unfold thm5_one_step_domain, thm5_one_step_defined, thm5_one_step_claim in claim.
  specialize (claim ltac:(repeat split; lra) ltac:(lra)); pose proof (Rabs_pos (0 - 1 * (0 + 1 * 0 + 3 - (2 + 0 * (0 + 1 * 0) + 0)) + 1 * 0 - (0 + 1 * 0))); lra.
Qed.
