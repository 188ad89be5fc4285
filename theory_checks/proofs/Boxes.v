(* Independent Laplace noises in boxes: the product of the probabilities of the sides. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace LaplaceLaw.
Open Scope R_scope.

Definition interval (scale low high : R) : R := RInt (density scale 0) low high.
(* The probability of noise of at least c *)
Definition tail (scale c p : R) : Prop := is_RInt_gen (density scale 0) (at_point c) (Rbar_locally p_infty) p.

Section Law.
Variable scale : R.
Hypothesis positive : 0 < scale.

Lemma interval_is a b : interval scale a b = cdf scale b - cdf scale a.
Proof.
  unfold interval; apply is_RInt_unique; apply (is_RInt_derive (V := R_CompleteNormedModule) (cdf scale)); [intros; apply cdf_derive|intros; apply density_continuous].
Qed.

Lemma interval_right a b : 0 <= a -> a <= b -> interval scale a b = (exp (- (a / scale)) - exp (- (b / scale))) / 2.
Proof. intros some order; rewrite interval_is, !(cdf_right scale positive) by lra; field. Qed.

Lemma interval_left a b : 0 <= a -> a <= b -> interval scale (- b) (- a) = (exp (- (a / scale)) - exp (- (b / scale))) / 2.
Proof.
  intros some order; rewrite interval_is, !(cdf_left scale positive) by lra.
  replace (- a / scale) with (- (a / scale)) by (field; lra); replace (- b / scale) with (- (b / scale)) by (field; lra); field.
Qed.

Lemma interval_within a : 0 <= a -> interval scale (- a) a = 1 - exp (- (a / scale)).
Proof. apply within_probability, positive. Qed.

Theorem tail_is c : 0 <= c -> tail scale c (exp (- (c / scale)) / 2).
Proof.
  intros some; unfold tail; replace (exp (- (c / scale)) / 2) with (1 - cdf scale c) by (rewrite (cdf_right scale positive) by exact some; field).
  refine (improper (cdf scale) _ (at_point c) (Rbar_locally p_infty) (cdf scale c) 1 (cdf_derive scale) (density_continuous scale) _ (cdf_ends scale positive)).
  intros P near; apply locally_singleton in near; exact near.
Qed.
End Law.
