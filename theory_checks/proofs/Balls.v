(* Enclosures of real numbers by intervals with ends of a given precision, and of the normal law's distribution function. *)
From Coq Require Import Reals ZArith Lra Lia.
From Coquelicot Require Import Coquelicot.
From Interval.Float Require Import Specific_ops Specific_stdz.
From Interval.Interval Require Import Interval Float_full.
From Interval.Real Require Import Xreal.
From TheoryChecks Require Import Normal NormalSeries NormalTail.
Open Scope R_scope.

(* By Coq's own integers: others rest on axioms about the machine's integers and floating point. *)
Module F := SpecificFloat StdZRadix2.
Module I := FloatIntervalFull F.

Definition inside (i : I.type) (x : R) : Prop := contains (I.convert i) (Xreal x).

Section Precision.
Variable p : F.precision.

Lemma inside_integer z : inside (I.fromZ p z) (IZR z).
Proof. apply I.fromZ_correct. Qed.

Lemma inside_pi : inside (I.pi p) PI.
Proof. apply I.pi_correct. Qed.

Lemma inside_neg i x : inside i x -> inside (I.neg i) (- x).
Proof. intros h; exact (I.neg_correct _ _ h). Qed.

Lemma inside_abs i x : inside i x -> inside (I.abs i) (Rabs x).
Proof. intros h; exact (I.abs_correct _ _ h). Qed.

Lemma inside_add i j x y : inside i x -> inside j y -> inside (I.add p i j) (x + y).
Proof. intros h k; exact (I.add_correct p _ _ _ _ h k). Qed.

Lemma inside_sub i j x y : inside i x -> inside j y -> inside (I.sub p i j) (x - y).
Proof. intros h k; exact (I.sub_correct p _ _ _ _ h k). Qed.

Lemma inside_mul i j x y : inside i x -> inside j y -> inside (I.mul p i j) (x * y).
Proof. intros h k; exact (I.mul_correct p _ _ _ _ h k). Qed.

Lemma inside_div i j x y : y <> 0 -> inside i x -> inside j y -> inside (I.div p i j) (x / y).
Proof.
  intros nonzero h k; pose proof (I.div_correct p _ _ _ _ h k) as d; unfold inside; simpl in d.
  unfold Xdiv' in d; destruct (is_zero_spec y); [contradiction|exact d].
Qed.

Lemma inside_sqrt i x : inside i x -> inside (I.sqrt p i) (sqrt x).
Proof. intros h; exact (I.sqrt_correct p _ _ h). Qed.

Lemma inside_exp i x : inside i x -> inside (I.exp p i) (exp x).
Proof. intros h; exact (I.exp_correct p _ _ h). Qed.

Lemma inside_ln i x : 0 < x -> inside i x -> inside (I.ln p i) (ln x).
Proof.
  intros positive h; pose proof (I.ln_correct p _ _ h) as d; simpl in d; unfold Xln' in d.
  destruct (is_positive_spec x); [exact d|lra].
Qed.

Lemma inside_power i x (k : Z) : ((k < 0)%Z -> x <> 0) -> inside i x -> inside (I.power_int p i k) (powerRZ x k).
Proof.
  intros nonzero h; pose proof (I.power_int_correct p k _ _ h) as d; unfold inside.
  destruct k as [|k|k]; [exact d|exact d|].
  simpl in d; unfold Xpower_int' in d; destruct (is_zero_spec x); [exfalso; apply nonzero; [reflexivity|assumption]|exact d].
Qed.

Lemma inside_join i j x : inside i x \/ inside j x -> inside (I.join i j) x.
Proof. apply I.join_correct. Qed.

Lemma inside_lower i x y : inside i y -> x <= y -> inside (I.lower_extent i) x.
Proof. intros h below; exact (I.lower_extent_correct i x y h below). Qed.

Lemma inside_upper i x y : inside i y -> y <= x -> inside (I.upper_extent i) x.
Proof. intros h above; exact (I.upper_extent_correct i x y h above). Qed.

(* How a ball lies to 0, if that is seen. *)
Definition side (i : I.type) : option comparison :=
  match I.sign_strict i with Xlt => Some Lt | Xgt => Some Gt | Xeq => Some Eq | Xund => None end.

Lemma side_spec i x : inside i x ->
  match side i with Some Lt => x < 0 | Some Gt => 0 < x | Some Eq => x = 0 | None => True end.
Proof.
  intros h; unfold side; pose proof (I.sign_strict_correct i) as d.
  destruct (I.sign_strict i); trivial; [|apply (d _ h)|apply (d _ h)].
  specialize (d _ h); injection d as ->; reflexivity.
Qed.

Definition not_negative (i : I.type) : bool := match I.sign_large i with Xgt | Xeq => true | _ => false end.
Definition not_positive (i : I.type) : bool := match I.sign_large i with Xlt | Xeq => true | _ => false end.

Lemma not_negative_spec i x : inside i x -> not_negative i = true -> 0 <= x.
Proof.
  intros h; unfold not_negative; pose proof (I.sign_large_correct i) as d.
  destruct (I.sign_large i); try discriminate; intros _.
  - specialize (d _ h); injection d as ->; lra.
  - apply (d _ h).
Qed.

Lemma not_positive_spec i x : inside i x -> not_positive i = true -> x <= 0.
Proof.
  intros h; unfold not_positive; pose proof (I.sign_large_correct i) as d.
  destruct (I.sign_large i); try discriminate; intros _.
  - specialize (d _ h); injection d as ->; lra.
  - apply (d _ h).
Qed.

(* Sums are exact before they are rounded: what is small beside the other number is first made a short one. *)
Definition exponent (i : I.type) : option Z :=
  match I.F.toF (I.upper (I.abs i)) with Basic.Float _ m e => Some (Z.log2 (Zpos m) + e)%Z | _ => None end.

Definition beside (i other : I.type) : I.type :=
  match exponent i, exponent other with
  | Some small, Some large =>
      if (small <? large - 3 * p)%Z then
        let unit := I.power_int p (I.fromZ p 2) (large - 2 * p) in
        let zero := I.fromZ p 0 in
        let short := I.join (if not_negative i then zero else I.neg unit) (if not_positive i then zero else unit) in
        if I.subset i short then short else i
      else i
  | _, _ => i
  end.

Lemma inside_beside i other x : inside i x -> inside (beside i other) x.
Proof.
  intros h; unfold beside; destruct (exponent i); [|exact h]; destruct (exponent other); [|exact h].
  destruct (_ <? _)%Z; [|exact h]; destruct (I.subset _ _) eqn:held; [|exact h].
  exact (I.subset_correct _ _ _ h held).
Qed.

Definition plus (i j : I.type) : I.type := I.add p (beside i j) (beside j i).
Definition minus (i j : I.type) : I.type := I.sub p (beside i j) (beside j i).

Lemma inside_plus i j x y : inside i x -> inside j y -> inside (plus i j) (x + y).
Proof. intros; apply inside_add; apply inside_beside; assumption. Qed.

Lemma inside_minus i j x y : inside i x -> inside j y -> inside (minus i j) (x - y).
Proof. intros; apply inside_sub; apply inside_beside; assumption. Qed.

(* ---- The distribution function of the normal law ---- *)

(* The terms and their sum, from those at k on, n times; with the square of the argument. *)
Fixpoint series (n : nat) (k : Z) (square last total : I.type) : I.type * I.type :=
  match n with
  | O => (last, total)
  | S m =>
      let next := I.div p (I.mul p last square) (I.fromZ p (2 * k + 3)) in
      series m (k + 1) square next (I.add p total next)
  end.

Lemma series_inside x square n : inside square (x * x) -> forall k last total,
  inside last (term k x) -> inside total (terms k x) ->
  inside (fst (series n (Z.of_nat k) square last total)) (term (n + k) x) /\
  inside (snd (series n (Z.of_nat k) square last total)) (terms (n + k) x).
Proof.
  intros squared; induction n as [|n IH]; intros k last total h g; [split; assumption|].
  cbn [series]; replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia.
  replace (S n + k)%nat with (n + S k)%nat by lia.
  set (next := I.div _ _ _).
  assert (new : inside next (term (S k) x)).
  { unfold next; rewrite term_next; apply inside_div.
    - pose proof (pos_INR k); lra.
    - apply inside_mul; assumption.
    - replace (2 * INR k + 3) with (IZR (2 * Z.of_nat k + 3))
        by (rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ; reflexivity).
      apply inside_integer. }
  apply IH; [exact new|cbn [terms]; apply inside_add; assumption].
Qed.

Definition half : I.type := I.div p (I.fromZ p 1) (I.fromZ p 2).
Definition whole_area : I.type := I.sqrt p (I.mul p (I.fromZ p 2) (I.pi p)).
Definition last_odd (n : nat) : I.type := I.fromZ p (2 * Z.of_nat n + 3).
Definition bell_ball (square : I.type) : I.type := I.exp p (I.neg (I.div p square (I.fromZ p 2))).
Definition tail (n : nat) (square last : I.type) : I.type :=
  I.mul p (I.join (I.fromZ p 0) (I.fromZ p 2)) (I.div p (I.mul p last square) (last_odd n)).
Definition area_ball (n : nat) (square : I.type) (sums : I.type * I.type) : I.type :=
  I.mul p (bell_ball square) (I.add p (snd sums) (tail n square (fst sums))).
Definition cdf_ball (n : nat) (i : I.type) : I.type :=
  let square := I.mul p i i in I.add p half (I.div p (area_ball n square (series n 0 square i i)) whole_area).

Definition cdf (n : nat) (i : I.type) : option I.type :=
  if not_negative (I.sub p (last_odd n) (I.mul p (I.fromZ p 2) (I.mul p i i))) then Some (cdf_ball n i) else None.

Lemma between i j x y z : inside i x -> inside j z -> x <= y <= z -> inside (I.join i j) y.
Proof.
  intros h g within.
  apply (contains_connected (I.convert (I.join i j)) x z);
    [apply inside_join; left; exact h|apply inside_join; right; exact g|exact within].
Qed.

Lemma inside_half : inside half (/ 2).
Proof. replace (/ 2) with (1 / 2) by lra; apply inside_div; [lra|apply inside_integer|apply inside_integer]. Qed.

Lemma inside_whole_area : inside whole_area (sqrt (2 * PI)).
Proof. apply inside_sqrt, inside_mul; [apply inside_integer|apply inside_pi]. Qed.

Lemma inside_last_odd n : inside (last_odd n) (2 * INR n + 3).
Proof.
  replace (2 * INR n + 3) with (IZR (2 * Z.of_nat n + 3))
    by (rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ; reflexivity).
  apply inside_integer.
Qed.

Lemma inside_area n square sums x : inside square (x * x) -> 2 * (x * x) <= 2 * INR n + 3 ->
  inside (fst sums) (term n x) -> inside (snd sums) (terms n x) -> inside (area_ball n square sums) (area x).
Proof.
  intros squared within last total; pose proof (pos_INR n).
  destruct (area_series n x within) as [share [bounds ->]]; unfold area_ball; apply inside_mul.
  - apply inside_exp, inside_neg, inside_div; [lra|exact squared|apply inside_integer].
  - apply inside_add; [exact total|apply inside_mul].
    + apply (between _ _ 0 share 2); [apply inside_integer|apply inside_integer|exact bounds].
    + rewrite term_next; apply inside_div; [lra|apply inside_mul; assumption|apply inside_last_odd].
Qed.

Theorem cdf_inside n i x j : inside i x -> cdf n i = Some j -> inside j (Phi x).
Proof.
  intros h; unfold cdf; pose proof (inside_mul _ _ _ _ h h) as squared.
  destruct (not_negative _) eqn:small; [|discriminate]; intros result.
  replace j with (cdf_ball n i) by congruence; clear result.
  assert (within : 2 * (x * x) <= 2 * INR n + 3).
  { apply (not_negative_spec _ (2 * INR n + 3 - 2 * (x * x))) in small; [lra|].
    apply inside_sub; [apply inside_last_odd|apply inside_mul; [apply inside_integer|exact squared]]. }
  assert (first : inside i (term 0 x)) by (rewrite term_first; exact h).
  destruct (series_inside x _ n squared 0 i i first first) as [last total].
  rewrite Nat.add_0_r in last, total; rewrite Phi_area; unfold cdf_ball.
  pose proof (sqrt_lt_R0 (2 * PI) ltac:(pose proof PI_RGT_0; lra)).
  apply inside_add; [apply inside_half|apply inside_div; [lra|apply inside_area; assumption|]].
  apply inside_whole_area.
Qed.

(* Far from 0, where the series would need many terms and long numbers, by Mills' ratio. *)
Definition far_below (i : I.type) : I.type :=
  let square := I.mul p i i in
  let more z x := I.add p x (I.fromZ p z) in
  let above := I.div p (more 2%Z square) (I.mul p i (more 3%Z square)) in
  let below := I.div p (I.mul p i (more 5%Z square))
    (more 3%Z (I.add p (I.mul p square square) (I.mul p (I.fromZ p 6) square))) in
  I.div p (I.mul p (bell_ball square) (I.join below above)) whole_area.

Lemma inside_far i x : 0 < x -> inside i x -> inside (far_below i) (Phi (- x)).
Proof.
  intros positive h; pose proof (square_pos x positive); pose proof (square_pos (x * x) ltac:(assumption)).
  pose proof (inside_mul _ _ _ _ h h) as squared; rewrite Phi_beyond; destruct (mills x positive) as [low high].
  pose proof (bell_pos x); pose proof (sqrt_lt_R0 (2 * PI) ltac:(pose proof PI_RGT_0; lra)).
  unfold far_below; apply inside_div; [lra| |apply inside_whole_area].
  replace (beyond x) with (bell x * (beyond x / bell x)) by (field; lra).
  apply inside_mul; [apply inside_exp, inside_neg, inside_div; [lra|exact squared|apply inside_integer]|].
  apply (between _ _ (mills_below x) _ (mills_above x)).
  - apply inside_div; [lra|apply inside_mul; [exact h|apply inside_add; [exact squared|apply inside_integer]]|].
    apply inside_add; [|apply inside_integer].
    apply inside_add; apply inside_mul; try assumption; apply inside_integer.
  - apply inside_div; [apply Rgt_not_eq, Rmult_lt_0_compat; lra|apply inside_add; [exact squared|apply inside_integer]|].
    apply inside_mul; [exact h|apply inside_add; [exact squared|apply inside_integer]].
  - split; apply (Rmult_le_reg_r (bell x)); try assumption; unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l by lra; lra.
Qed.

Definition far (i : I.type) : option I.type :=
  match side i with
  | Some Lt => Some (far_below (I.neg i))
  | Some Gt => Some (minus (I.fromZ p 1) (far_below i))
  | _ => None
  end.

Lemma far_inside i x j : inside i x -> far i = Some j -> inside j (Phi x).
Proof.
  intros h; unfold far; pose proof (side_spec i x h); destruct (side i) as [[]|]; try discriminate; intros result.
  - replace j with (far_below (I.neg i)) by congruence; replace x with (- - x) by ring.
    apply inside_far; [lra|apply inside_neg; exact h].
  - replace j with (minus (I.fromZ p 1) (far_below i)) by congruence.
    replace (Phi x) with (1 - Phi (- x)) by (rewrite Phi_opposite; ring).
    apply inside_minus; [apply inside_integer|apply inside_far; assumption].
Qed.

Definition probability (i : I.type) : I.type := I.meet i (I.join (I.fromZ p 0) (I.fromZ p 1)).

Lemma inside_probability i x : inside i (Phi x) -> inside (probability i) (Phi x).
Proof.
  intros h; apply I.meet_correct; [exact h|]; pose proof (Phi_between x).
  apply (between _ _ 0 _ 1); [apply inside_integer|apply inside_integer|lra].
Qed.
End Precision.
