(* L = 0 asks for no noise: the step 2, the bound k = 10, noise of variance 1/400. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import thm5_line_16_variance_formula thm5_line_16_variance_statement.
Open Scope R_scope.

Lemma fails release : (exists spent, spends (release 2 (1 / 20)) 1 spent /\ 9 / 10 <= spent) -> ~ true_for release.
Proof.
  intros [spent [known large]] all.
  assert (root : sqrt (1 / 88) <= 1) by (rewrite <- sqrt_1 at 2; apply sqrt_le_1_alt; lra).
  pose proof (sqrt_pos (1 / 88)); pose proof (exp_pos 1).
  assert (deviation : sqrt (1 / 400) = 1 / 20) by (replace (1 / 400) with (1 / 20 * (1 / 20)) by field; apply sqrt_square; lra).
  assert (claim : thm5_line_16_variance_claim 1 0 1 0 1 2 (1 / 88) (1 / 100) 1 10 (1 / 400) spent 88).
  { apply (all 0 0 2 (1 / 88) (1 / 100) 1 10 (1 / 400) spent 88); [lra|rewrite deviation; exact known| |].
    - unfold thm5_line_16_variance_domain; pose proof (logarithm_positive (1 / (1 / 100)) ltac:(lra)).
      rewrite Rmult_0_r; repeat split; try lra; unfold Rdiv; rewrite Rinv_1; nra.
    - unfold thm5_line_16_variance_defined; lra. }
  unfold thm5_line_16_variance_claim in claim; pose proof (small_tail (2 * 10 - 217 / 25 * sqrt (1 / 88) * (1 / 400)) ltac:(lra)); lra.
Qed.

Theorem thm5_line_16_variance_refuted : ~ thm5_line_16_variance_statement.
Proof.
  intros [all|[all|[all|all]]].
  - exact (fails _ without_noise_spends all).
  - exact (fails _ with_training_noise_spends all).
  - exact (fails _ (with_fresh_noise_spends 0) (all 0)).
  - exact (fails _ with_noise_carried_spends all).
Qed.
