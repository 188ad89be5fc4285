(* L = 0 asks for no noise: the step 2, k = 10, rewards up to 2, beta = 1/100. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import v1_thm4_line_16_variance_formula v1_thm4_line_16_variance_statement.
Open Scope R_scope.

Lemma fails release : (exists spent, spends (release 2 (1 / 20)) 1 spent /\ 9 / 10 <= spent) -> ~ true_for release.
Proof.
  intros [spent [known large]] all.
  assert (root : sqrt (1 / 100) = 1 / 10) by (replace (1 / 100) with (1 / 10 * (1 / 10)) by field; apply sqrt_square; lra).
  assert (deviation : sqrt (1 / 400) = 1 / 20) by (replace (1 / 400) with (1 / 20 * (1 / 20)) by field; apply sqrt_square; lra).
  pose proof (exp_pos 1).
  assert (claim : v1_thm4_line_16_variance_claim 1 0 1 0 1 2 (1 / 100) (1 / 100) 1 10 2 (1 / 400) spent).
  { apply (all 0 0 2 (1 / 100) (1 / 100) 1 10 2 (1 / 400) spent); [lra|lra|rewrite deviation; exact known| |].
    - unfold v1_thm4_line_16_variance_domain; rewrite root; pose proof (logarithm_positive (1 / (1 / 100)) ltac:(lra)).
      rewrite Rmult_0_r, ?sqrt_0; repeat split; try lra; unfold Rdiv; rewrite ?Rinv_1; try nra; field.
    - unfold v1_thm4_line_16_variance_defined; lra. }
  unfold v1_thm4_line_16_variance_claim in claim; rewrite root in claim; pose proof (small_tail (10 * 2 - 517 / 10 * (1 / 10)) ltac:(lra)); lra.
Qed.

Theorem v1_thm4_line_16_variance_refuted : ~ v1_thm4_line_16_variance_statement.
Proof.
  intros [all|all].
  - exact (fails _ (with_fresh_noise_spends 0) (all 0)).
  - exact (fails _ with_training_noise_spends all).
Qed.
