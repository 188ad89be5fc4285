(* The law of Laplace noise: its density is continuous, and what it integrates to. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace.
Open Scope R_scope.

(* An integral up to both ends, or to one of them, by an antiderivative and its limits *)
Theorem improper (F f : R -> R) (A B : (R -> Prop) -> Prop) {FA : Filter A} {FB : Filter B} (low high : R) :
  (forall x, is_derive F x (f x)) -> (forall x, continuous f x) -> filterlim F A (locally low) -> filterlim F B (locally high) ->
  is_RInt_gen f A B (high - low).
Proof.
  intros derived goes left right; apply (is_RInt_gen_ext (Derive F)).
  - apply filter_forall; intros ends x _; apply is_derive_unique, derived.
  - apply is_RInt_gen_Derive; trivial; apply filter_forall; intros ends x _.
    + exists (f x); apply derived.
    + apply (continuous_ext f); [intros; symmetry; apply is_derive_unique, derived|apply goes].
Qed.

Section Law.
Variable scale : R.
Hypothesis positive : 0 < scale.

Definition cdf (y : R) : R := 1 / 2 + RInt (density scale 0) 0 y.

Lemma density_continuous x : continuous (density scale 0) x.
Proof.
  unfold density; apply (continuous_mult (K := R_AbsRing) (fun y => exp (- (Rabs (y - 0) / scale))) (fun _ => / (2 * scale))); [|apply continuous_const].
  apply (continuous_comp (fun y => - (Rabs (y - 0) / scale)) exp); [|apply (ex_derive_continuous exp); auto_derive; trivial].
  apply (continuous_opp (V := R_NormedModule) (fun y => Rabs (y - 0) / scale)).
  apply (continuous_mult (K := R_AbsRing) (fun y => Rabs (y - 0)) (fun _ => / scale)); [|apply continuous_const].
  apply (continuous_comp (fun y => y - 0) Rabs); [|apply continuous_Rabs].
  apply (continuous_minus (V := R_NormedModule) (fun y => y)); [apply continuous_id|apply continuous_const].
Qed.

Lemma density_integrable a b : ex_RInt (density scale 0) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply density_continuous. Qed.

Lemma cdf_derive y : is_derive cdf y (density scale 0 y).
Proof.
  unfold cdf; replace (density scale 0 y) with (0 + density scale 0 y) by ring.
  apply (is_derive_plus (fun _ => 1 / 2)); [exact (is_derive_const (1 / 2) y)|].
  apply (is_derive_RInt (density scale 0) _ 0); [|apply density_continuous].
  apply filter_forall; intros z; apply (RInt_correct (V := R_CompleteNormedModule)), density_integrable.
Qed.

Lemma cdf_right y : 0 <= y -> cdf y = 1 - exp (- (y / scale)) / 2.
Proof.
  intros right; unfold cdf; set (F := fun x => - exp (- (x / scale)) / 2).
  replace (RInt (density scale 0) 0 y) with (F y - F 0).
  - unfold F; replace (0 / scale) with 0 by (unfold Rdiv; ring); rewrite Ropp_0, exp_0; lra.
  - symmetry; apply is_RInt_unique, (is_RInt_derive (V := R_CompleteNormedModule) F); [|intros; apply density_continuous].
    intros x range; rewrite Rmin_left, Rmax_right in range by exact right; unfold F, density.
    rewrite Rminus_0_r, Rabs_pos_eq by lra; auto_derive; [trivial|]; unfold Rdiv; field; lra.
Qed.

Lemma cdf_left y : y <= 0 -> cdf y = exp (y / scale) / 2.
Proof.
  intros left; unfold cdf; set (F := fun x => exp (x / scale) / 2).
  replace (RInt (density scale 0) 0 y) with (F y - F 0).
  - unfold F; replace (0 / scale) with 0 by (unfold Rdiv; ring); rewrite exp_0; lra.
  - symmetry; apply is_RInt_unique, (is_RInt_derive (V := R_CompleteNormedModule) F); [|intros; apply density_continuous].
    intros x range; rewrite Rmin_right, Rmax_left in range by exact left; unfold F, density.
    rewrite Rminus_0_r, Rabs_left1 by lra; replace (- (- x / scale)) with (x / scale) by (field; lra); auto_derive; [trivial|]; unfold Rdiv; field; lra.
Qed.

(* The probability of an interval around 0 *)
Theorem within_probability x : 0 <= x -> (RInt (density scale 0) (- x) x : R) = 1 - exp (- (x / scale)).
Proof.
  intros some; replace (RInt (density scale 0) (- x) x) with (cdf x - cdf (- x)).
  - rewrite cdf_right, cdf_left by lra; replace (- x / scale) with (- (x / scale)) by (field; lra); field.
  - symmetry; apply is_RInt_unique, (is_RInt_derive (V := R_CompleteNormedModule) cdf);
      [intros; apply cdf_derive|intros; apply density_continuous].
Qed.

Lemma goes_to_0 : is_lim (fun x => exp (x / scale)) m_infty 0.
Proof.
  apply (is_lim_comp exp (fun x => x / scale) m_infty 0 m_infty); [apply is_lim_exp_m| |exists 0; intros; discriminate].
  apply (is_lim_ext (fun x => / scale * x)); [intros; unfold Rdiv; ring|].
  pose proof (is_lim_scal_l (fun x => x) (/ scale) m_infty m_infty (is_lim_id m_infty)) as goes.
  replace (Rbar_mult (/ scale) m_infty) with m_infty in goes; [exact goes|].
  assert (0 < / scale) by apply Rinv_0_lt_compat, positive; simpl.
  destruct (Rle_dec 0 (/ scale)) as [le|]; [|lra]; destruct (Rle_lt_or_eq_dec 0 (/ scale) le); [reflexivity|lra].
Qed.

Lemma cdf_starts : is_lim cdf m_infty 0.
Proof.
  apply (is_lim_ext_loc (fun x => / 2 * exp (x / scale))); [exists 0; intros x left; rewrite cdf_left by lra; field|].
  replace (Finite 0) with (Rbar_mult (/ 2) 0) by (simpl; f_equal; ring); apply is_lim_scal_l, goes_to_0.
Qed.

Lemma cdf_ends : is_lim cdf p_infty 1.
Proof.
  apply (is_lim_ext_loc (fun x => 1 - / 2 * exp (- x / scale))).
  { exists 0; intros x right; rewrite cdf_right by lra; replace (- x / scale) with (- (x / scale)) by (field; lra); field. }
  replace (Finite 1) with (Finite (1 - / 2 * 0)) by (f_equal; ring).
  apply (is_lim_minus' (fun _ => 1) (fun x => / 2 * exp (- x / scale)) p_infty 1 (/ 2 * 0)); [apply is_lim_const|].
  apply (is_lim_scal_l (fun x => exp (- x / scale)) (/ 2) p_infty 0).
  apply (is_lim_comp (fun y => exp (y / scale)) (fun x => - x) p_infty 0 m_infty); [apply goes_to_0| |exists 0; intros; discriminate].
  apply (is_lim_opp (fun x => x) p_infty p_infty), is_lim_id.
Qed.

(* The distribution function *)
Theorem cdf_is y : is_RInt_gen (density scale 0) (Rbar_locally m_infty) (at_point y) (cdf y).
Proof.
  replace (cdf y) with (cdf y - 0) by ring.
  refine (improper cdf _ (Rbar_locally m_infty) (at_point y) 0 (cdf y) cdf_derive density_continuous cdf_starts _).
  intros P near; apply locally_singleton in near; exact near.
Qed.

Theorem density_whole : is_RInt_gen (density scale 0) (Rbar_locally m_infty) (Rbar_locally p_infty) 1.
Proof.
  replace 1 with (1 - 0) by ring.
  exact (improper cdf _ (Rbar_locally m_infty) (Rbar_locally p_infty) 0 1 cdf_derive density_continuous cdf_starts cdf_ends).
Qed.
End Law.
