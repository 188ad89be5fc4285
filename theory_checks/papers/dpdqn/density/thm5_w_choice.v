(* At this epsilon the bound of the display is exp(-w) / (1 + sqrt(2w/D)) < (delta/mu) mu/(mu + sqrt 2) < delta, mu = sqrt D. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Gaussian GaussianBound.
From dpdqn Require Import thm5_w_choice_formula thm5_w_choice_statement.
Open Scope R_scope.

Theorem thm5_w_choice_verified : thm5_w_choice_statement.
Proof.
  intros updates D delta epsilon exact norm_squared sigma w value choice [_ least]
    (low & _ & _ & positive & size & _ & _ & noise & _ & _ & _ & log).
  pose proof (sqrt_lt_R0 D size) as root; pose proof (sqrt_sqrt D ltac:(lra)) as square; pose proof (exp_pos 1) as e.
  pose proof (pow_lt sigma 2 noise); assert (ratio : 0 < sqrt D / delta) by (apply Rdiv_lt_0_compat; lra).
  assert (one : 1 <= w) by (rewrite log, <- (ln_exp 1) at 1; left; apply ln_increasing; lra).
  assert (area : 0 < 2 * D * w) by (apply Rmult_lt_0_compat; lra); pose proof (sqrt_lt_R0 _ area) as gap.
  assert (first : exp (- w) <= delta / sqrt D).
  { rewrite log, exp_Ropp, exp_ln by lra; replace (delta / sqrt D) with (/ (sqrt D / delta)) by (field; lra).
    apply Rinv_le_contravar; lra. }
  assert (0 < 2 / D /\ 0 < 2 * w / D) as [] by (split; apply Rdiv_lt_0_compat; lra).
  pose proof (sqrt_lt_R0 (2 / D) ltac:(lra)); pose proof (sqrt_lt_R0 (2 * w / D) ltac:(lra)).
  assert (second : 1 / (1 + sqrt (2 * w / D)) <= 1 / (1 + sqrt (2 / D))).
  { unfold Rdiv at 1 3; rewrite !Rmult_1_l; apply Rinv_le_contravar; [lra|]; apply Rplus_le_compat_l, sqrt_le_1_alt.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|lra]. }
  unfold thm5_w_choice_defined, thm5_w_choice_claim; repeat split; try lra.
  apply least; intros y [t ->]; apply Rle_trans with (1 := excess_bound D epsilon t size ltac:(lra)).
  replace (epsilon - D / 2) with (sqrt (2 * D * w)) by lra.
  replace (- 1 / (2 * D) * sqrt (2 * D * w) ^ 2) with (- w)
    by (replace (sqrt (2 * D * w) ^ 2) with (2 * D * w) by (simpl; rewrite Rmult_1_r, sqrt_sqrt; lra); field; lra).
  assert (wide : sqrt D <= sqrt (2 * D * w)) by (apply sqrt_le_1_alt; nra).
  assert (below : sqrt D / D <= 1 + sqrt (2 * D * w) / D).
  { apply (Rmult_le_reg_r D); [exact size|]; replace (sqrt D / D * D) with (sqrt D) by (field; lra).
    replace ((1 + sqrt (2 * D * w) / D) * D) with (D + sqrt (2 * D * w)) by (field; lra); lra. }
  assert (0 < sqrt D / D) by (apply Rdiv_lt_0_compat; lra).
  apply Rle_trans with (delta / sqrt D / (sqrt D / D)).
  - unfold Rdiv at 1 3; apply Rmult_le_compat; [left; apply exp_pos|left; apply Rinv_0_lt_compat; lra|exact first|].
    apply Rinv_le_contravar; assumption.
  - set (r := sqrt D) in *; rewrite <- square; right; field; lra.
Qed.
