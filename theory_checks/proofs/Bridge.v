(* A path with the covariance exp(-beta |x - y|), given its values at two neighbours: the weights of the prediction, and what is
   left of the variance. *)
From Coq Require Import Reals Lra.
Open Scope R_scope.

Definition kernel (beta x y : R) : R := exp (- (beta * Rabs (x - y))).

(* The row of K_10 K_00^{-1} for the point s and the stored points one and other: times K_00 it is K_10. *)
Definition predicts (beta one s other w w' : R) : Prop :=
  w * kernel beta one one + w' * kernel beta other one = kernel beta s one /\
  w * kernel beta one other + w' * kernel beta other other = kernel beta s other.

(* K_11 - K_10 K_00^{-1} K_10^T *)
Definition left_over (beta one s other w w' : R) : R :=
  kernel beta s s - (w * kernel beta s one + w' * kernel beta s other).

Lemma kernel_same beta x : kernel beta x x = 1.
Proof. unfold kernel; rewrite Rminus_diag_eq, Rabs_R0, Rmult_0_r, Ropp_0 by reflexivity; apply exp_0. Qed.

Lemma kernel_symmetric beta x y : kernel beta x y = kernel beta y x.
Proof. unfold kernel; rewrite Rabs_minus_sym; reflexivity. Qed.

Lemma kernel_up beta x y : x <= y -> kernel beta x y = / exp (beta * (y - x)).
Proof.
  intros up; unfold kernel; rewrite exp_Ropp; do 2 f_equal; rewrite Rabs_left1 by lra; ring.
Qed.

(* On the way from x to z the correlations multiply. *)
Lemma kernel_through beta x y z : x <= y -> y <= z -> kernel beta x z = kernel beta x y * kernel beta y z.
Proof.
  intros low high; rewrite !kernel_up by lra; rewrite <- Rinv_mult, <- exp_plus; do 2 f_equal; ring.
Qed.

Lemma kernel_between beta x y : 0 < beta -> x < y -> 0 < kernel beta x y < 1.
Proof.
  intros positive up; unfold kernel; split; [apply exp_pos|]; rewrite <- exp_0; apply exp_increasing.
  rewrite Rabs_left by lra; nra.
Qed.

Section Neighbours.
Variables (beta left s right : R).
Hypotheses (positive : 0 < beta) (low : left < s) (high : s < right).
Let p := kernel beta left s.
Let r := kernel beta s right.

Lemma p_between : 0 < p < 1.
Proof. apply kernel_between; assumption. Qed.

Lemma r_between : 0 < r < 1.
Proof. apply kernel_between; assumption. Qed.

Lemma below_one : 0 < 1 - (p * r) * (p * r).
Proof. pose proof p_between; pose proof r_between; assert (0 < p * r < 1) by nra; nra. Qed.

Theorem predicts_iff w w' : predicts beta left s right w w' <->
  w = p * (1 - r * r) / (1 - (p * r) * (p * r)) /\ w' = r * (1 - p * p) / (1 - (p * r) * (p * r)).
Proof.
  pose proof below_one as some; unfold predicts; rewrite !kernel_same, !Rmult_1_r.
  rewrite (kernel_symmetric beta right left), (kernel_symmetric beta s left), (kernel_through beta left s right) by lra.
  fold p r; split.
  - intros [one two]; split; apply (Rmult_eq_reg_r (1 - (p * r) * (p * r))); try lra.
    + replace (p * (1 - r * r) / (1 - p * r * (p * r)) * (1 - p * r * (p * r))) with (p * (1 - r * r)) by (field; lra).
      transitivity (w + w' * (p * r) - p * r * (w * (p * r) + w')); [ring|rewrite one, two; ring].
    + replace (r * (1 - p * p) / (1 - p * r * (p * r)) * (1 - p * r * (p * r))) with (r * (1 - p * p)) by (field; lra).
      transitivity (w * (p * r) + w' - p * r * (w + w' * (p * r))); [ring|rewrite one, two; ring].
  - intros [-> ->]; split; field; lra.
Qed.

Theorem left_over_value w w' : predicts beta left s right w w' ->
  left_over beta left s right w w' = (1 - p * p) * (1 - r * r) / (1 - (p * r) * (p * r)).
Proof.
  intros known; apply predicts_iff in known; destruct known as [-> ->]; pose proof below_one.
  unfold left_over; rewrite kernel_same, (kernel_symmetric beta s left); fold p r; field; lra.
Qed.

(* The same weights predict from any further points outside. *)
Theorem further w w' x : predicts beta left s right w w' -> x <= left \/ right <= x ->
  w * kernel beta left x + w' * kernel beta right x = kernel beta s x.
Proof.
  intros known outside; apply predicts_iff in known; destruct known as [-> ->]; pose proof below_one; destruct outside.
  - rewrite !(kernel_symmetric beta _ x), (kernel_through beta x left right), (kernel_through beta x left s),
      (kernel_through beta left s right) by lra; fold p r; field; lra.
  - rewrite (kernel_through beta left s x), (kernel_through beta s right x) by lra; fold p r; field; lra.
Qed.

Theorem predicts_exists : exists w w', predicts beta left s right w w'.
Proof. eexists; eexists; apply predicts_iff; split; reflexivity. Qed.

(* How formulas write the correlations. *)
Lemma exp_low : exp (beta * (s - left)) = / p.
Proof. unfold p; rewrite kernel_up, Rinv_inv by lra; reflexivity. Qed.

Lemma exp_high : exp (beta * (right - s)) = / r.
Proof. unfold r; rewrite kernel_up, Rinv_inv by lra; reflexivity. Qed.

Lemma exp_whole : exp (beta * (right - left)) = / (p * r).
Proof. unfold p, r; rewrite <- kernel_through, kernel_up, Rinv_inv by lra; reflexivity. Qed.

Lemma span_positive : exp (beta * (right - left)) - exp (- (beta * (right - left))) <> 0.
Proof.
  rewrite exp_Ropp, exp_whole, Rinv_inv; pose proof p_between; pose proof r_between; assert (0 < p * r < 1) by nra.
  assert (1 < / (p * r)) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra); lra.
Qed.
End Neighbours.

(* Beyond the outermost point the nearest one predicts alone, from whatever else is stored. *)
Theorem beyond_all beta s nearest x : s <= nearest -> nearest <= x -> kernel beta s nearest * kernel beta nearest x = kernel beta s x.
Proof. intros low high; symmetry; apply kernel_through; assumption. Qed.

(* An example with rational numbers: left of s by ln 2, right of it by ln 4. *)
Definition example_point : R := ln 2.
Definition example_right : R := ln 2 + ln 4.

Lemma example_order : 0 < example_point < example_right.
Proof.
  unfold example_point, example_right; pose proof (ln_increasing 1 2 ltac:(lra) ltac:(lra)).
  pose proof (ln_increasing 1 4 ltac:(lra) ltac:(lra)); rewrite ln_1 in *; lra.
Qed.

Lemma example_low : kernel 1 0 example_point = / 2.
Proof.
  pose proof example_order; rewrite kernel_up by lra; unfold example_point; rewrite Rmult_1_l, Rminus_0_r, exp_ln by lra; reflexivity.
Qed.

Lemma example_high : kernel 1 example_point example_right = / 4.
Proof.
  pose proof example_order; rewrite kernel_up by lra; unfold example_right, example_point.
  replace (1 * (ln 2 + ln 4 - ln 2)) with (ln 4) by ring; rewrite exp_ln by lra; reflexivity.
Qed.
