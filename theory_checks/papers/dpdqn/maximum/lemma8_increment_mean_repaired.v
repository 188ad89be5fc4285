(* The mean at the midpoints is convex and even in the weight of the neighbours, maxima are subadditive, and ln 2 < 1. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Maximum NormalMean Expectation Paths Chernoff Refinement Levels.
From dpdqn Require Import lemma8_increment_mean_repaired_formula lemma8_increment_mean_repaired_statement.
Open Scope R_scope.

Theorem lemma8_increment_mean_repaired : lemma8_increment_mean_repaired_statement.
Proof.
  intros level beta sigma positive noise n b; pose proof (prediction_range beta level positive) as weight; pose proof (some_points level) as some.
  pose proof (pow_lt 2 level ltac:(lra)) as points; assert (half : 0 < b) by (apply Rdiv_lt_0_compat; lra).
  assert (wide : 0 < sigma ^ 2 * b) by (apply Rmult_lt_0_compat; [apply pow_lt, noise|exact half]).
  assert (scale : 0 < sqrt (sigma ^ 2 * b)) by (apply sqrt_lt_R0, wide).
  destruct (midpoints_mean_exists beta sigma level positive noise _ weight) as [new first].
  destruct (midpoints_mean_exists beta sigma level positive noise (1 / 2) ltac:(lra)) as [relaxed second].
  destruct (grid_mean_exists beta sigma level positive noise) as [mu fourth].
  destruct (gap_mean_exists beta sigma level positive noise _ weight) as [difference fifth].
  assert (third : mean (2 ^ level) (largest (2 ^ level) (sqrt (sigma ^ 2 * b))) (expected (2 ^ level) (largest (2 ^ level) (sqrt (sigma ^ 2 * b))))).
  { apply mean_exists, (lipschitz_tame _ _ (sqrt (sigma ^ 2 * b))); [lra|]; intros z w; apply largest_close; [exact some|exact scale]. }
  set (innovations := expected (2 ^ level) (largest (2 ^ level) (sqrt (sigma ^ 2 * b)))) in *.
  exists new, relaxed, innovations, mu, difference; repeat (split; [assumption|]); intros line.
  pose proof (prediction_below_half beta sigma level positive new relaxed first second) as one.
  pose proof (relaxed_below beta sigma level positive noise relaxed innovations mu second third fourth) as two.
  pose proof (largest_mean (2 ^ level) (sqrt (sigma ^ 2 * b)) some scale innovations third) as three; rewrite pow_INR in three; change (INR 2) with 2 in three.
  pose proof (gap_mean beta sigma level new mu difference first fourth fifth) as four; pose proof (grid_mean_nonneg beta sigma level mu fourth) as five.
  assert (whole : powerRZ 2 n = 2 ^ level) by (unfold n; symmetry; apply pow_powerRZ).
  assert (count : 0 <= IZR n) by (unfold n; rewrite <- INR_IZR_INZ; apply pos_INR).
  assert (log : 0 < ln 2 < 1).
  { split; [rewrite <- ln_1; apply ln_increasing; lra|]; rewrite <- (ln_exp 1); apply ln_increasing; [lra|]; pose proof (exp_ineq1 1 ltac:(lra)); lra. }
  assert (logs : ln (2 ^ level) = IZR n * ln 2) by (rewrite ln_pow by lra; unfold n; rewrite <- INR_IZR_INZ; reflexivity).
  assert (product : sqrt (2 * ln (2 ^ level)) * sqrt (sigma ^ 2 * b) = sqrt (IZR n * ln 2 * beta / 2 ^ level) * sigma).
  { assert (0 <= IZR n * ln 2) by (apply Rmult_le_pos; lra).
    rewrite logs, <- sqrt_mult by lra; rewrite <- (sqrt_pow2 sigma) at 2 by lra; rewrite <- sqrt_mult.
    - f_equal; unfold b; field; lra.
    - apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat; lra].
    - apply pow2_ge_0. }
  assert (less : sqrt (IZR n * ln 2 * beta / 2 ^ level) * sigma <= sqrt (IZR n * beta / 2 ^ level) * sigma).
  { apply Rmult_le_compat_r; [lra|]; apply sqrt_le_1_alt; unfold Rdiv; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    rewrite Rmult_assoc; apply Rmult_le_compat_l; [exact count|]; rewrite <- (Rmult_1_l beta) at 2; apply Rmult_le_compat_r; lra. }
  assert (0 <= IZR n * beta) by (apply Rmult_le_pos; lra); assert (0 <= IZR n * ln 2 * beta) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra).
  assert (0 < / 2 ^ level) by (apply Rinv_0_lt_compat, points).
  assert (0 <= IZR n * ln 2) by (apply Rmult_le_pos; lra).
  unfold lemma8_increment_mean_repaired_domain, lemma8_increment_mean_repaired_defined, lemma8_increment_mean_repaired_claim, Rdiv, line in *.
  rewrite whole; fold b in two; unfold half_step in *; rewrite product; repeat split; try lra; apply Rmult_le_pos; lra.
Qed.
