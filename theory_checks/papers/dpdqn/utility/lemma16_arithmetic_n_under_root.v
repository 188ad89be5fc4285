(* Two states and one action: the left side has 2, the right side sqrt 2. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums NormalMean NormalSums.
From dpdqn Require Import lemma16_arithmetic_n_under_root_formula lemma16_arithmetic_n_under_root_statement.
Open Scope R_scope.

Theorem lemma16_arithmetic_n_under_root_refuted : ~ lemma16_arithmetic_n_under_root_statement.
Proof.
  intros all; pose proof (all 2%nat 1%nat 0 1 _ (mean_absolute_sum (2 * 1) 1 ltac:(lra))) as point.
  unfold lemma16_arithmetic_n_under_root_domain, lemma16_arithmetic_n_under_root_defined,
    lemma16_arithmetic_n_under_root_claim in point.
  rewrite <- !INR_IZR_INZ in point; simpl INR in point; pose proof PI_RGT_0; pose proof (sqrt_lt_R0 PI ltac:(lra)).
  rewrite sqrt_div_alt in point by lra; pose proof (sqrt_lt_R0 2 ltac:(lra)); pose proof (sqrt_sqrt 2 ltac:(lra)) as square.
  replace (2 * (1 + 1)) with (2 * 2) in point by ring; rewrite (sqrt_square 2) in point by lra.
  assert (equal : 2 / (1 * (1 - 0)) * ((1 + 1) * 1 * (sqrt 2 / sqrt PI)) = 2 * 2 * 1 / (sqrt PI * (1 - 0))).
  { apply point; repeat split; try lra; apply Rgt_not_eq; lra. }
  apply (f_equal (Rmult (sqrt PI))) in equal.
  replace (sqrt PI * (2 / (1 * (1 - 0)) * ((1 + 1) * 1 * (sqrt 2 / sqrt PI)))) with (4 * sqrt 2) in equal by (field; lra).
  replace (sqrt PI * (2 * 2 * 1 / (sqrt PI * (1 - 0)))) with 4 in equal by (field; lra).
  replace (sqrt 2) with 1 in square by lra; lra.
Qed.
