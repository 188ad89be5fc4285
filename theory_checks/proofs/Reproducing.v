(* The inner product of Lemma 6 with the kernel's function at y, exp(-beta |x - y|), which has a kink there. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
Open Scope R_scope.

Definition kernel (beta y x : R) : R := exp (- (beta * Rabs (x - y))).
(* Its weak derivative *)
Definition kernel_slope (beta y x : R) : R := if Rle_dec x y then beta * kernel beta y x else - beta * kernel beta y x.

Section Sides.
Variables (beta y : R) (f df : R -> R).
Hypotheses (positive : 0 < beta) (inside : 0 <= y <= 1) (derived : smooth f df).

Lemma part (g h : R -> R) a b : a <= b -> (forall x, a < x < b -> g x = h x) -> (forall x, continuous h x) -> is_RInt g a b (RInt h a b).
Proof.
  intros order same goes; apply (is_RInt_ext h).
  - intros x range; rewrite Rmin_left, Rmax_right in range by exact order; symmetry; apply same, range.
  - apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)); auto.
Qed.

(* sign is 1 on the left of y, and -1 on its right. *)
Let side (sign x : R) : R := exp (sign * (beta * (x - y))).

Lemma side_continuous sign x : continuous (side sign) x.
Proof. apply (ex_derive_continuous (side sign)); unfold side; auto_derive; trivial. Qed.

Lemma times_side (g : R -> R) sign c x : continuous g x -> continuous (fun x => g x * (c * side sign x)) x.
Proof.
  intros goes; apply (continuous_mult (K := R_AbsRing) g (fun x => c * side sign x)); [exact goes|].
  apply (continuous_mult (K := R_AbsRing) (fun _ => c)); [apply continuous_const|apply side_continuous].
Qed.

Lemma by_parts sign a b : sign * sign = 1 ->
  RInt (fun x => df x * (sign * beta * side sign x)) a b + beta ^ 2 * RInt (fun x => f x * (1 * side sign x)) a b =
  sign * beta * (f b * side sign b - f a * side sign a).
Proof.
  intros unit; set (F := fun x => sign * beta * (f x * side sign x)).
  set (g := fun x => df x * (sign * beta * side sign x)); set (h := fun x => f x * (1 * side sign x)).
  assert (goes_g : forall x, continuous g x) by (intros x; apply times_side, derived).
  assert (goes_h : forall x, continuous h x) by (intros x; apply times_side, (smooth_continuous f df), derived).
  assert (total : is_RInt (fun x => g x + beta ^ 2 * h x) a b (F b - F a)).
  { apply (is_RInt_derive (V := R_CompleteNormedModule) F); intros x _.
    - unfold g, h, F; replace (df x * (sign * beta * side sign x) + beta ^ 2 * (f x * (1 * side sign x)))
        with (sign * beta * (df x * side sign x + f x * (sign * beta * side sign x))).
      + apply (is_derive_scal (fun x => f x * side sign x)), (is_derive_mult f (side sign)); [apply derived| |intros; apply Rmult_comm].
        unfold side; auto_derive; [trivial|]; unfold Rminus; ring.
      + replace (sign * beta * (df x * side sign x + f x * (sign * beta * side sign x)))
          with (sign * beta * (df x * side sign x) + (sign * sign) * (beta ^ 2 * (f x * side sign x))) by ring; rewrite unit; ring.
    - apply (continuous_plus (V := R_NormedModule) g (fun x => beta ^ 2 * h x)); [apply goes_g|].
      apply (continuous_mult (K := R_AbsRing) (fun _ => beta ^ 2)); [apply continuous_const|apply goes_h]. }
  assert (both : is_RInt (fun x => g x + beta ^ 2 * h x) a b (RInt g a b + beta ^ 2 * RInt h a b)).
  { apply (is_RInt_plus (V := R_NormedModule) g (fun x => beta ^ 2 * h x)); [|apply (is_RInt_scal (V := R_NormedModule) h)];
      apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)); auto. }
  pose proof (is_RInt_unique _ _ _ _ total) as one; pose proof (is_RInt_unique _ _ _ _ both) as two.
  rewrite <- two, one; unfold F; ring.
Qed.

Lemma kernel_left x : x <= y -> kernel beta y x = side 1 x.
Proof. intros left; unfold kernel, side; rewrite Rabs_left1 by lra; f_equal; ring. Qed.

Lemma kernel_right x : y <= x -> kernel beta y x = side (-1) x.
Proof. intros right; unfold kernel, side; rewrite Rabs_pos_eq by lra; f_equal; ring. Qed.

Lemma two_parts (g left right : R -> R) : (forall x, continuous left x) -> (forall x, continuous right x) ->
  (forall x, 0 < x < y -> g x = left x) -> (forall x, y < x < 1 -> g x = right x) ->
  is_RInt g 0 1 (RInt left 0 y + RInt right y 1).
Proof.
  intros goes_left goes_right same_left same_right; apply (is_RInt_Chasles (V := R_NormedModule) g 0 y 1); apply part; trivial; lra.
Qed.

Lemma slopes_are : is_RInt (fun x => df x * kernel_slope beta y x) 0 1
  (RInt (fun x => df x * (1 * beta * side 1 x)) 0 y + RInt (fun x => df x * (-1 * beta * side (-1) x)) y 1).
Proof.
  apply two_parts; try (intros x; apply times_side, derived); intros x range; unfold kernel_slope.
  - destruct (Rle_dec x y); [|lra]; rewrite kernel_left by lra; ring.
  - destruct (Rle_dec x y); [lra|]; rewrite kernel_right by lra; ring.
Qed.

Lemma mass_is : is_RInt (fun x => f x * kernel beta y x) 0 1
  (RInt (fun x => f x * (1 * side 1 x)) 0 y + RInt (fun x => f x * (1 * side (-1) x)) y 1).
Proof.
  apply two_parts; try (intros x; apply times_side, (smooth_continuous f df), derived); intros x range.
  - rewrite kernel_left by lra; ring.
  - rewrite kernel_right by lra; ring.
Qed.

Theorem reproduces :
  (ex_RInt (fun x => df x * kernel_slope beta y x) 0 1 /\ ex_RInt (fun x => f x * kernel beta y x) 0 1) /\
  f y = (f 0 * kernel beta y 0 + f 1 * kernel beta y 1) / 2 +
    (RInt (fun x => df x * kernel_slope beta y x) 0 1 + beta ^ 2 * RInt (fun x => f x * kernel beta y x) 0 1) / (2 * beta).
Proof.
  split; [split; eexists; [exact slopes_are|exact mass_is]|].
  pose proof (is_RInt_unique _ _ _ _ slopes_are) as slopes; pose proof (is_RInt_unique _ _ _ _ mass_is) as mass.
  pose proof (by_parts 1 0 y ltac:(ring)) as left; pose proof (by_parts (-1) y 1 ltac:(ring)) as right.
  rewrite (kernel_left 0), (kernel_right 1) by lra.
  assert (middle : forall sign, side sign y = 1) by (intros; unfold side; rewrite Rminus_diag_eq, !Rmult_0_r, exp_0 by reflexivity; reflexivity).
  rewrite middle in left, right; revert slopes mass left right.
  set (s := RInt (fun x => df x * kernel_slope beta y x) 0 1); set (m := RInt (fun x => f x * kernel beta y x) 0 1).
  set (sl := RInt (fun x => df x * (1 * beta * side 1 x)) 0 y); set (sr := RInt (fun x => df x * (-1 * beta * side (-1) x)) y 1).
  set (ml := RInt (fun x => f x * (1 * side 1 x)) 0 y); set (mr := RInt (fun x => f x * (1 * side (-1) x)) y 1).
  intros slopes mass left right.
  assert (all : s + beta ^ 2 * m = 2 * beta * f y - beta * (f 0 * side 1 0 + f 1 * side (-1) 1)) by (rewrite slopes, mass; lra).
  rewrite all; field; lra.
Qed.
End Sides.
