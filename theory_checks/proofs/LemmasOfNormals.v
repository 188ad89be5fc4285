(* Lemmas about normal laws: their moments, and how well shifted ones are told apart. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require NormalSums.
From TheoryChecks Require Import Sums Vectors Normal NormalSeries NormalTail NormalMean NormalEvents NormalSquare Gaussian GaussianShift.
From TheoryChecks Require Import LemmaWords LemmaFormulas GaussianFamilies.
Open Scope R_scope.

(* mean-absolute-sum: Z_0, Z_1, ... are independent standard normal numbers. *)
Theorem mean_absolute_sum count sigma : mean_absolute_sum_requires count sigma ->
  mean count (fun z => sum count (fun i => Rabs (sigma * z i))) (mean_absolute_sum_value count sigma).
Proof. intros (positive & _); apply NormalSums.mean_absolute_sum; lra. Qed.

(* noise-mean-square *)
Theorem noise_mean_square entries h variance : noise_mean_square_requires entries h variance ->
  mean entries (fun z => sum entries (fun i => (h * (sqrt variance * z i)) ^ 2)) (noise_mean_square_value entries h variance).
Proof.
  intros (_ & _ & positive & _); unfold noise_mean_square_value.
  pose proof (mean_square_of_noise entries h (sqrt variance)) as known; rewrite pow2_sqrt in known by lra.
  rewrite Rmult_assoc; exact known.
Qed.

(* normal-exponential *)
Theorem normal_exponential {Omega} E mean variance (X : Omega -> R) : normal_exponential_requires mean variance ->
  normal E X (sqrt variance) -> E (fun w => exp (mean + X w)) (normal_exponential_value mean variance).
Proof.
  unfold normal_exponential_requires, normal_exponential_value; intros positive law.
  pose proof (mean_of_exponential E X _ law mean 1) as known; rewrite Rmult_1_l, pow2_sqrt in known by lra.
  revert known; apply mean_is; [intros w; f_equal; ring|reflexivity].
Qed.

(* The probability of an event under N(centre, 1), by the density. *)
Definition under (centre : R) (S : R -> bool) (p : R) : Prop :=
  is_RInt_gen (fun x => indicator (S x) * density (x - centre)) (Rbar_locally m_infty) (Rbar_locally p_infty) p.

Lemma under_tail centre t : under centre (at_least t) (Phi (centre - t)).
Proof.
  pose proof (moved_integral _ _ centre (chance_of_tail (t - centre))) as known; unfold under.
  replace (- (t - centre)) with (centre - t) in known by ring.
  revert known; apply is_RInt_gen_ext, filter_forall; intros ends x _; unfold at_least, indicator.
  destruct (Rle_dec t x), (Rle_dec (t - centre) (x - centre)); try lra; reflexivity.
Qed.

Lemma integral_nonneg (f : R -> R) (l : R) : (forall x, 0 <= f x) ->
  is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) l -> 0 <= l.
Proof.
  intros above of; apply (Rle_trans _ (Rabs l)); [apply Rabs_pos|].
  apply (RInt_gen_norm (V := R_CompleteNormedModule) (Fa := Rbar_locally m_infty) (Fb := Rbar_locally p_infty) f f l l);
    [| |exact of|exact of].
  - exists (fun x => x < 0) (fun x => 0 < x); [exists 0; trivial|exists 0; trivial|simpl; intros; lra].
  - apply filter_forall; intros ends x _; change (Rabs (f x) <= f x); rewrite Rabs_pos_eq by apply above; lra.
Qed.

(* gaussian-delta: by Neyman and Pearson the half-line behind epsilon/mu + mu/2 is the best event. *)
Theorem gaussian_delta epsilon mu : gaussian_delta_requires epsilon mu ->
  is_lub (fun y => exists S p q, under mu S p /\ under 0 S q /\ y = p - exp epsilon * q) (gaussian_delta_value epsilon mu).
Proof.
  unfold gaussian_delta_requires, gaussian_delta_value; cbv zeta; intros positive; set (top := epsilon / mu + mu / 2).
  replace (mu / 2 - epsilon / mu) with (mu - top) by (unfold top; field; lra).
  replace (- (mu / 2 + epsilon / mu)) with (0 - top) by (unfold top; field; lra); split.
  - intros y (S & p & q & one & two & ->).
    pose proof (is_RInt_gen_plus (V := R_NormedModule) _ _ _ _
      (is_RInt_gen_minus (V := R_NormedModule) _ _ _ _ (under_tail mu top) one)
      (is_RInt_gen_scal (V := R_NormedModule) _ (exp epsilon) _
        (is_RInt_gen_minus (V := R_NormedModule) _ _ _ _ two (under_tail 0 top)))) as all.
    apply integral_nonneg in all; [unfold plus, minus, scal, opp, plus in all; simpl in all; unfold mult in all; simpl in all; lra|].
    intros x; unfold plus, minus, scal, opp, plus; simpl; unfold mult; simpl; rewrite Rminus_0_r.
    assert (sign : (top <= x -> exp epsilon * density x <= density (x - mu)) /\ (x < top -> density (x - mu) <= exp epsilon * density x)).
    { assert (ratio : density (x - mu) = exp (mu * x - mu * mu / 2) * density x).
      { unfold density, bell, Rdiv at 1 4; rewrite <- Rmult_assoc, <- exp_plus; do 2 f_equal; field. }
      pose proof (density_pos x); rewrite ratio; unfold top.
      split; intros side; apply Rmult_le_compat_r; try lra; apply exp_le.
      - apply (Rmult_le_compat_l mu) in side; [|lra]; replace (mu * (epsilon / mu + mu / 2)) with (epsilon + mu * mu / 2) in side by (field; lra); lra.
      - apply (Rmult_lt_compat_l mu) in side; [|lra]; replace (mu * (epsilon / mu + mu / 2)) with (epsilon + mu * mu / 2) in side by (field; lra); lra. }
    unfold indicator, at_least; destruct sign as [up down]; destruct (Rle_dec top x), (S x);
      try specialize (up ltac:(assumption)); try specialize (down ltac:(lra)); lra.
  - intros b above; apply above; exists (at_least top), (Phi (mu - top)), (Phi (0 - top)).
    split; [apply under_tail|split; [apply under_tail|reflexivity]].
Qed.

(* gaussian-log-ratio: the densities of normal laws of covariance sigma^2 M differ only in the exponent. *)
Theorem gaussian_log_ratio sigma form other constant : gaussian_log_ratio_requires sigma form other -> 0 < constant ->
  ln (constant * exp (- (form / (2 * sigma ^ 2))) / (constant * exp (- (other / (2 * sigma ^ 2)))))
  = gaussian_log_ratio_value sigma form other.
Proof.
  unfold gaussian_log_ratio_value; intros (positive & _) some.
  pose proof (exp_pos (- (other / (2 * sigma ^ 2)))); replace (constant * exp (- (form / (2 * sigma ^ 2))) /
    (constant * exp (- (other / (2 * sigma ^ 2))))) with (exp (- (form / (2 * sigma ^ 2))) * / exp (- (other / (2 * sigma ^ 2))))
    by (field; split; lra).
  rewrite <- exp_Ropp, <- exp_plus, ln_exp; field; lra.
Qed.
