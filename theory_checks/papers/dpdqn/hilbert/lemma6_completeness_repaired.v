(* The values at the ends are integrals of derivatives: f(1)^2 that of x f^2, f(0)^2 that of (x - 1) f^2. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_completeness_repaired_formula lemma6_completeness_repaired_statement.
Open Scope R_scope.

Example met : smooth (fun x => 1 + 2 * x) (fun _ => 2) /\ lemma6_completeness_repaired_domain 1 0 0.
Proof. split; [apply smooth_line|unfold lemma6_completeness_repaired_domain; lra]. Qed.

Section Norms.
Variables (f df : R -> R).
Hypothesis derived : smooth f df.

Lemma goes_f x : continuous (fun x => f x * f x) x.
Proof. apply (continuous_mult (K := R_AbsRing) f f); apply (smooth_continuous f df), derived. Qed.

Lemma goes_df x : continuous (fun x => df x * df x) x.
Proof. apply (continuous_mult (K := R_AbsRing) df df); apply derived. Qed.

Lemma whole (g : R -> R) : (forall x, continuous g x) -> is_RInt g 0 1 (RInt g 0 1).
Proof. intros goes; apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)); auto. Qed.

(* a times the mass of f and b times that of its derivative *)
Lemma both a b : is_RInt (fun x => a * (f x * f x) + b * (df x * df x)) 0 1
  (a * RInt (fun x => f x * f x) 0 1 + b * RInt (fun x => df x * df x) 0 1).
Proof.
  apply (is_RInt_plus (V := R_NormedModule) (fun x => a * (f x * f x)) (fun x => b * (df x * df x)));
    apply (is_RInt_scal (V := R_NormedModule)); apply whole; [apply goes_f|apply goes_df].
Qed.

Lemma at_an_end c : 0 <= c <= 1 -> (1 - c) * (f 1 * f 1) + c * (f 0 * f 0) <=
  2 * RInt (fun x => f x * f x) 0 1 + 1 * RInt (fun x => df x * df x) 0 1.
Proof.
  intros inside; set (F := fun x => (x - c) * (f x * f x)).
  set (g := fun x => f x * f x + (x - c) * (df x * f x + f x * df x)).
  assert (goes : forall x, continuous g x).
  { intros x; apply (continuous_plus (V := R_NormedModule) (fun x => f x * f x)); [apply goes_f|].
    apply (continuous_mult (K := R_AbsRing) (fun x => x - c)).
    - apply (continuous_minus (V := R_NormedModule) (fun x => x)); [apply continuous_id|apply continuous_const].
    - apply (continuous_plus (V := R_NormedModule) (fun x => df x * f x)).
      + apply (continuous_mult (K := R_AbsRing) df f); [apply derived|apply (smooth_continuous f df), derived].
      + apply (continuous_mult (K := R_AbsRing) f df); [apply (smooth_continuous f df), derived|apply derived]. }
  assert (known : is_RInt g 0 1 (F 1 - F 0)).
  { apply (integral g F); [|exact goes]; intros x; unfold F, g.
    replace (f x * f x + (x - c) * (df x * f x + f x * df x)) with (1 * (f x * f x) + (x - c) * (df x * f x + f x * df x)) by ring.
    apply (is_derive_mult (fun x => x - c) (fun x => f x * f x)); [auto_derive; [trivial|ring]| |intros; apply Rmult_comm].
    apply (is_derive_mult f f); [apply derived|apply derived|intros; apply Rmult_comm]. }
  assert (ends : F 1 - F 0 = (1 - c) * (f 1 * f 1) + c * (f 0 * f 0)) by (unfold F; ring); rewrite <- ends.
  apply (is_RInt_le g (fun x => 2 * (f x * f x) + 1 * (df x * df x)) 0 1 _ _ Rle_0_1 known (both 2 1)).
  intros x range; unfold g; assert (-1 <= x - c <= 1) by lra; set (w := x - c) in *.
  pose proof (Rle_0_sqr (f x + df x)); pose proof (Rle_0_sqr (f x - df x)); unfold Rsqr in *; nra.
Qed.
End Norms.

Theorem lemma6_completeness_repaired : lemma6_completeness_repaired_statement.
Proof.
  unfold lemma6_completeness_repaired_statement, lemma6_completeness_repaired_domain, lemma6_completeness_repaired_defined, lemma6_completeness_repaired_claim.
  intros beta f df derived positive; split; [lra|].
  pose proof (at_an_end f df derived 0 ltac:(lra)) as right; pose proof (at_an_end f df derived 1 ltac:(lra)) as left.
  assert (total : RInt (fun x => f x * f x + df x * df x) 0 1 = RInt (fun x => f x * f x) 0 1 + RInt (fun x => df x * df x) 0 1).
  { pose proof (both f df derived 1 1) as one; rewrite !Rmult_1_l in one; rewrite <- (is_RInt_unique _ _ _ _ one); apply RInt_ext.
    intros x _; rewrite !Rmult_1_l; reflexivity. }
  assert (energy : RInt (fun x => df x * df x + beta ^ 2 * (f x * f x)) 0 1 =
    beta ^ 2 * RInt (fun x => f x * f x) 0 1 + 1 * RInt (fun x => df x * df x) 0 1).
  { rewrite <- (is_RInt_unique _ _ _ _ (both f df derived (beta ^ 2) 1)); apply RInt_ext.
    intros x _; rewrite Rmult_1_l; apply Rplus_comm. }
  unfold square, inner; rewrite energy, total; clear energy total.
  assert (mass : 0 <= RInt (fun x => f x * f x) 0 1).
  { apply RInt_ge_0; [lra|eexists; apply whole, (goes_f f df derived)|intros; apply Rle_0_sqr]. }
  assert (slope : 0 <= RInt (fun x => df x * df x) 0 1).
  { apply RInt_ge_0; [lra|eexists; apply whole, (goes_df f df derived)|intros; apply Rle_0_sqr]. }
  revert mass slope left right; set (V := RInt (fun x => f x * f x) 0 1); set (D := RInt (fun x => df x * df x) 0 1).
  intros mass slope left right; pose proof (Rle_0_sqr (f 0)) as low; pose proof (Rle_0_sqr (f 1)) as high; unfold Rsqr in low, high.
  assert (form : (beta ^ 2 * V + 1 * D) / (2 * beta) = beta / 2 * V + 1 / (2 * beta) * D) by (field; lra); rewrite form.
  pose proof (Rmin_l (1 / (2 * beta)) (beta / 2)); pose proof (Rmin_r (1 / (2 * beta)) (beta / 2)).
  pose proof (Rmax_l (1 / (2 * beta)) (beta / 2)); pose proof (Rmax_r (1 / (2 * beta)) (beta / 2)).
  set (least := Rmin (1 / (2 * beta)) (beta / 2)) in *; set (most := Rmax (1 / (2 * beta)) (beta / 2)) in *.
  set (p := 1 / (2 * beta)) in *; set (q := beta / 2) in *.
  assert (least * V <= q * V) by (apply Rmult_le_compat_r; lra); assert (least * D <= p * D) by (apply Rmult_le_compat_r; lra).
  assert (q * V <= most * V) by (apply Rmult_le_compat_r; lra); assert (p * D <= most * D) by (apply Rmult_le_compat_r; lra).
  split; lra.
Qed.
