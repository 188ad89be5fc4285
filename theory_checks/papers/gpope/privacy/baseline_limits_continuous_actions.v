(* The estimates of neighbours are less than epsilon/(5 sqrt (2 ln (2/delta))) deviations apart, for which delta is more than enough. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail Gaussian GaussianBound.
From gpope Require Import baseline_limits_continuous_actions_formula baseline_limits_continuous_actions_statement.
Open Scope R_scope.

Lemma one_differs m k V F G : (k < m)%nat ->
  (forall j, (j < m)%nat -> 0 <= F j <= V /\ 0 <= G j <= V /\ (j <> k -> F j = G j)) -> Rabs (sum m F - sum m G) <= V.
Proof.
  induction m as [|m IH]; intros small returns; [lia|]; cbn [sum].
  destruct (returns m ltac:(lia)) as (first & second & same); destruct (Nat.eq_dec k m) as [->|other].
  - replace (sum m F) with (sum m G).
    + apply Rabs_le; lra.
    + symmetry; apply sum_ext; intros j less; apply (returns j ltac:(lia)); lia.
  - rewrite (same (not_eq_sym other)); replace (sum m F + G m - (sum m G + G m)) with (sum m F - sum m G) by ring.
    apply IH; [lia|]; intros j less; apply returns; lia.
Qed.

(* With l = ln (2/delta) *)
Lemma enough epsilon l t : 0 < epsilon <= 1 -> / 2 <= l -> excess epsilon (epsilon / (5 * sqrt (2 * l))) t <= exp (- l).
Proof.
  intros range large; set (D := epsilon ^ 2 / (50 * l)).
  assert (positive : 0 < D) by (apply Rdiv_lt_0_compat; nra).
  assert (size : D * (50 * l) = epsilon ^ 2) by (unfold D; field; lra).
  assert (small : D <= epsilon / 25) by nra.
  replace (epsilon / (5 * sqrt (2 * l))) with (sqrt D).
  2:{ pose proof (sqrt_lt_R0 (2 * l) ltac:(lra)) as root; pose proof (sqrt_sqrt (2 * l) ltac:(lra)) as square.
      rewrite <- (sqrt_square (epsilon / (5 * sqrt (2 * l)))) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
      f_equal; unfold D; replace (50 * l) with (25 * (sqrt (2 * l) * sqrt (2 * l))) by (rewrite square; ring); field; lra. }
  apply Rle_trans with (1 := excess_half D epsilon t positive ltac:(lra)); set (r := (epsilon - D / 2) / D).
  assert (0 <= r) by (apply Rdiv_le_0_compat; lra).
  assert (exponent : -1 / (2 * D) * (epsilon - D / 2) ^ 2 <= - l).
  { apply (Rmult_le_reg_r (2 * D)); [lra|]; replace (-1 / (2 * D) * (epsilon - D / 2) ^ 2 * (2 * D)) with (- (epsilon - D / 2) ^ 2) by (field; lra).
    assert ((epsilon * (49 / 50)) ^ 2 <= (epsilon - D / 2) ^ 2) by (apply pow_incr; lra); nra. }
  assert (below : exp (-1 / (2 * D) * (epsilon - D / 2) ^ 2) <= exp (- l)).
  { destruct exponent as [less|<-]; [left; apply exp_increasing, less|apply Rle_refl]. }
  pose proof (exp_pos (-1 / (2 * D) * (epsilon - D / 2) ^ 2)); set (x := exp _) in *.
  apply Rle_trans with (x * 1); [|lra]; unfold Rdiv; rewrite Rmult_assoc; apply Rmult_le_compat_l; [lra|].
  assert (/ (1 + r) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra); lra.
Qed.

Theorem baseline_limits_continuous_actions_refuted : ~ baseline_limits_continuous_actions_statement.
Proof.
  intros (m & V & epsilon & delta & lambda & F & G & k & s & attained & inside & member & returns & noise & [_ least] & more).
  unfold baseline_limits_continuous_actions_domain in inside; unfold baseline_limits_continuous_actions_claim in more.
  apply Rgt_not_le in more; apply more, least; intros y [t ->]; set (l := ln (2 / delta)).
  assert (1 <= INR m) by (rewrite INR_IZR_INZ; lra).
  assert (back : exp (- l) = delta / 2).
  { unfold l; rewrite exp_Ropp, exp_ln by (apply Rdiv_lt_0_compat; lra); field; lra. }
  assert (large : / 2 <= l).
  { destruct (Rle_dec (/ 2) l) as [yes|no]; [exact yes|]; exfalso; apply Rnot_le_lt in no; pose proof (exp_ineq1_le (- l)); lra. }
  pose proof (sqrt_lt_R0 (2 * l) ltac:(lra)) as root; set (w := sqrt (2 * l)) in *.
  assert (unit_ : unit_noise epsilon delta = 5 * w / epsilon) by reflexivity.
  assert (0 < 5 * w / epsilon) by (apply Rdiv_lt_0_compat; lra).
  assert (0 < 2 * (5 * w / epsilon) * V / lambda) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]|]; lra).
  rewrite unit_ in noise; pose proof (one_differs m k V F G member returns) as apart.
  assert (gap : Rabs (estimate m lambda F - estimate m lambda G) <= 2 * V / lambda).
  { unfold estimate; replace (sum m F / (INR m + lambda / 2) - sum m G / (INR m + lambda / 2))
      with ((sum m F - sum m G) * / (INR m + lambda / 2)) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (/ (INR m + lambda / 2))) by (left; apply Rinv_0_lt_compat; lra).
    replace (2 * V / lambda) with (V * / (lambda / 2)) by (field; lra); apply Rmult_le_compat;
      [apply Rabs_pos|left; apply Rinv_0_lt_compat; lra|exact apart|apply Rinv_le_contravar; lra]. }
  assert (near : Rabs (estimate m lambda F - estimate m lambda G) / s <= epsilon / (5 * w)).
  { apply (Rmult_le_reg_r s); [lra|]; replace (Rabs (estimate m lambda F - estimate m lambda G) / s * s)
      with (Rabs (estimate m lambda F - estimate m lambda G)) by (field; lra).
    apply Rle_trans with (1 := gap); replace (2 * V / lambda) with (epsilon / (5 * w) * (2 * (5 * w / epsilon) * V / lambda)) by (field; lra).
    apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|exact noise]. }
  apply Rle_trans with (1 := excess_grows epsilon _ _ t near); apply Rle_trans with (1 := enough epsilon l t ltac:(lra) large); lra.
Qed.
