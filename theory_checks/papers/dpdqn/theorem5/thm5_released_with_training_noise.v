(* L = 0 asks for no noise: the step 2, the bound k = 10, noise of deviation 1/20. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import thm5_released_with_training_noise_formula thm5_released_with_training_noise_statement.
Open Scope R_scope.

Theorem thm5_released_with_training_noise_refuted : ~ thm5_released_with_training_noise_statement.
Proof.
  intros all; destruct with_training_noise_spends as [spent [known large]].
  assert (root : sqrt (1 / 88) <= 1) by (rewrite <- sqrt_1 at 2; apply sqrt_le_1_alt; lra).
  pose proof (sqrt_pos (1 / 88)); pose proof (exp_pos 1).
  assert (claim : thm5_released_with_training_noise_claim 1 0 1 0 1 2 (1 / 88) (1 / 100) 1 10 (1 / 20) spent 88).
  { apply (all 0 0 2 (1 / 88) (1 / 100) 1 10 (1 / 20) spent 88); [lra|exact known| |].
    - unfold thm5_released_with_training_noise_domain; pose proof (logarithm_positive (1 / (1 / 100)) ltac:(lra)).
      rewrite Rmult_0_r; repeat split; try lra; unfold Rdiv; rewrite Rinv_1; nra.
    - unfold thm5_released_with_training_noise_defined; lra. }
  unfold thm5_released_with_training_noise_claim in claim; pose proof (small_tail (2 * 10 - 217 / 25 * sqrt (1 / 88) * (1 / 20)) ltac:(lra)); lra.
Qed.
