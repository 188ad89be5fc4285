(* Lemmas about the chords through some values at some points of [0, 1]. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Sobolev LemmaWords LemmaFormulas.
Open Scope R_scope.

Definition steepness (points values : nat -> R) (i : nat) : R := (values (S i) - values i) / (points (S i) - points i).
(* f consists of the chords, and df is its derivative inside of each of them. *)
Definition chords (k : nat) (points values : nat -> R) (f : R -> R) : Prop :=
  forall i x, (i < k - 1)%nat -> points i <= x <= points (S i) -> f x = values i + steepness points values i * (x - points i).
Definition derived (k : nat) (points : nat -> R) (f df : R -> R) : Prop :=
  forall i x, (i < k - 1)%nat -> points i < x < points (S i) -> is_derive f x (df x).

Lemma integral_of_pieces n (h : R -> R) (p a : nat -> R) :
  (forall i, (i < n)%nat -> is_RInt h (p i) (p (S i)) (a i)) -> is_RInt h (p 0%nat) (p n) (sum n a).
Proof.
  induction n as [|n IH]; intros all; simpl; [apply (is_RInt_point (V := R_NormedModule))|].
  apply (is_RInt_Chasles (V := R_NormedModule) h _ (p n)); [apply IH; intros|]; apply all; lia.
Qed.

(* The integral of a product of two lines from a to b. *)
Lemma integral_of_lines a b c d e f : is_RInt (fun x => (c + d * (x - a)) * (e + f * (x - a))) a b
  ((b - a) * (c * e) + (b - a) ^ 2 / 2 * (c * f + d * e) + (b - a) ^ 3 / 3 * (d * f)).
Proof.
  set (F := fun x => (x - a) * (c * e) + (x - a) ^ 2 / 2 * (c * f + d * e) + (x - a) ^ 3 / 3 * (d * f)).
  replace ((b - a) * (c * e) + (b - a) ^ 2 / 2 * (c * f + d * e) + (b - a) ^ 3 / 3 * (d * f)) with (minus (F b) (F a))
    by (unfold minus, plus, opp, F; simpl; field).
  apply (is_RInt_derive (V := R_CompleteNormedModule) F).
  - intros x _; unfold F; auto_derive; [trivial|field].
  - intros x _; apply (ex_derive_continuous (fun x => (c + d * (x - a)) * (e + f * (x - a)))); auto_derive; trivial.
Qed.

Section Chords.
Variables (k : nat) (points : nat -> R).
Hypotheses (some : (0 < k)%nat) (up : forall i, (i < k - 1)%nat -> points i < points (S i)).

Lemma slope_inside values f df i x : chords k points values f -> derived k points f df -> (i < k - 1)%nat ->
  points i < x < points (S i) -> df x = steepness points values i.
Proof.
  intros straight derivative small inside.
  assert (line : is_derive f x (steepness points values i)).
  { apply (is_derive_ext_loc (fun y => values i + steepness points values i * (y - points i))).
    - assert (room : 0 < Rmin (x - points i) (points (S i) - x)) by (apply Rmin_case; lra).
      exists (mkposreal _ room); intros y near; symmetry; apply (straight i y small).
      apply Rabs_def2 in near; simpl in near; unfold minus, plus, opp in near; simpl in near.
      pose proof (Rmin_l (x - points i) (points (S i) - x)); pose proof (Rmin_r (x - points i) (points (S i) - x)); lra.
    - auto_derive; [trivial|ring]. }
  rewrite <- (is_derive_unique _ _ _ line); symmetry; apply is_derive_unique, (derivative i x small inside).
Qed.

Section Place.
Variables (place : R).
Hypotheses (first : points 0%nat = 0) (last : points (k - 1)%nat = 1) (low : place >= 0) (high : place <= 1).
Let upto (i : nat) : R := Rmin place (points i).

Lemma first_upto : upto 0 = 0.
Proof. unfold upto; rewrite first; apply Rmin_right; lra. Qed.

Lemma last_upto : upto (k - 1) = place.
Proof. unfold upto; rewrite last; apply Rmin_left; lra. Qed.

(* A piece is empty, or inside of a chord. *)
Lemma piece i : (i < k - 1)%nat -> upto i = upto (S i) \/ (points i = upto i /\ upto i <= upto (S i) <= points (S i)).
Proof.
  intros small; specialize (up i small); unfold upto, Rmin; destruct (Rle_dec place (points i)), (Rle_dec place (points (S i))); lra.
Qed.

Lemma constant_pieces values f df (h : R -> R) : chords k points values f -> derived k points f df ->
  is_RInt (fun x => h (df x)) 0 place (sum (k - 1) (fun i => h (steepness points values i) * (upto (S i) - upto i))).
Proof.
  intros straight derivative; rewrite <- first_upto, <- last_upto at 1; apply integral_of_pieces; intros i small.
  replace (h (steepness points values i) * (upto (S i) - upto i)) with (scal (upto (S i) - upto i) (h (steepness points values i)))
    by (unfold scal; simpl; unfold mult; simpl; ring).
  apply (is_RInt_ext (fun _ => h (steepness points values i))); [|apply (is_RInt_const (V := R_NormedModule))].
  intros x; destruct (piece i small) as [none|[begin inside]].
  - rewrite none, Rmin_left, Rmax_left by lra; lra.
  - rewrite Rmin_left, Rmax_right by lra; intros between.
    rewrite (slope_inside values f df i x straight derivative small); [reflexivity|lra].
Qed.

Lemma value_at_place values f : chords k points values f -> f 0 = values 0%nat ->
  f place = values 0%nat + sum (k - 1) (fun i => steepness points values i * (upto (S i) - upto i)).
Proof.
  intros straight begin; rewrite <- last_upto, <- begin, <- first_upto.
  assert (all : forall n, (n <= k - 1)%nat ->
    f (upto n) = f (upto 0) + sum n (fun i => steepness points values i * (upto (S i) - upto i))); [|apply all; lia].
  induction n as [|n IH]; intros small; [simpl; ring|]; simpl; rewrite <- Rplus_assoc, <- IH by lia.
  destruct (piece n ltac:(lia)) as [none|[at_point inside]]; [rewrite none; ring|].
  rewrite (straight n (upto (S n))), (straight n (upto n)) by (try lia; specialize (up n ltac:(lia)); lra); ring.
Qed.
End Place.

Variables (values others : nat -> R) (f df g dg : R -> R) (beta : R).
Hypotheses (one : chords k points values f) (slope_one : derived k points f df)
  (two : chords k points others g) (slope_two : derived k points g dg).

Lemma product_piece i : (i < k - 1)%nat -> is_RInt (fun x => df x * dg x + beta ^ 2 * (f x * g x)) (points i) (points (S i))
  ((values (S i) - values i) * (others (S i) - others i) / (points (S i) - points i)
    + beta ^ 2 * ((points (S i) - points i) * (2 * values (S i) * others (S i) + values (S i) * others i
      + values i * others (S i) + 2 * values i * others i) / 6)).
Proof.
  intros small; pose proof (up i small) as long; set (a := points i) in *; set (b := points (S i)) in *.
  set (c := steepness points values i); set (e := steepness points others i).
  replace ((values (S i) - values i) * (others (S i) - others i) / (b - a) + beta ^ 2 * ((b - a) * (2 * values (S i) * others (S i)
    + values (S i) * others i + values i * others (S i) + 2 * values i * others i) / 6))
    with (plus (scal (b - a) (c * e)) (scal (beta ^ 2) ((b - a) * (values i * others i)
      + (b - a) ^ 2 / 2 * (values i * e + c * others i) + (b - a) ^ 3 / 3 * (c * e)))).
  2: { unfold plus, scal; simpl; unfold mult; simpl; unfold c, e, steepness; fold a b; field; lra. }
  apply (is_RInt_ext (fun x => plus (c * e) (scal (beta ^ 2) ((values i + c * (x - a)) * (others i + e * (x - a)))))).
  - intros x; rewrite Rmin_left, Rmax_right by lra; intros inside.
    rewrite (one i x small), (two i x small) by (fold a b; lra).
    rewrite (slope_inside values f df i x one slope_one small), (slope_inside others g dg i x two slope_two small) by (fold a b; lra).
    reflexivity.
  - apply (is_RInt_plus (V := R_NormedModule)); [apply (is_RInt_const (V := R_NormedModule))|].
    apply (is_RInt_scal (V := R_NormedModule)), integral_of_lines.
Qed.

Lemma ends : (1 < k)%nat -> points 0%nat = 0 -> points (k - 1)%nat = 1 -> f 0 = values 0%nat /\ f 1 = values (k - 1)%nat.
Proof.
  intros more first last; split.
  - rewrite <- first, (one 0%nat (points 0%nat)) by (try lia; specialize (up 0%nat ltac:(lia)); lra); ring.
  - assert (next : (k - 1 = S (k - 2))%nat) by lia; rewrite <- last, next.
    pose proof (up (k - 2)%nat ltac:(lia)); rewrite (one (k - 2)%nat) by (try lia; lra); unfold steepness; field; lra.
Qed.
End Chords.

(* Points from 0 to 1 are two or more. *)
Lemma several k points : points 0%nat = 0 -> points (k - 1)%nat = 1 -> (1 < k)%nat.
Proof.
  intros first last; destruct k as [|[|k]]; [| |lia]; exfalso; simpl in last; lra.
Qed.

(* chord-value *)
Theorem chord_value place size_k values points f : chord_value_requires place size_k values points ->
  chords size_k points values f -> f place = chord_value_value place size_k values points.
Proof.
  intros (some & first & last & up & low & high) straight; apply value_at_place; try assumption.
  apply (ends size_k points some up values f straight); try assumption; apply (several _ _ first last).
Qed.

(* chord-rise *)
Theorem chord_rise place size_k values points f df : chord_rise_requires place size_k values points ->
  chords size_k points values f -> derived size_k points f df -> is_RInt df 0 place (chord_rise_value place size_k values points).
Proof.
  intros (some & first & last & up & low & high) straight derivative.
  exact (constant_pieces size_k points up place first last low high values f df (fun x => x) straight derivative).
Qed.

(* chord-energy *)
Theorem chord_energy place size_k values points f df : chord_energy_requires place size_k values points ->
  chords size_k points values f -> derived size_k points f df ->
  is_RInt (fun x => df x ^ 2) 0 place (chord_energy_value place size_k values points).
Proof.
  intros (some & first & last & up & low & high) straight derivative.
  exact (constant_pieces size_k points up place first last low high values f df (fun x => x ^ 2) straight derivative).
Qed.

(* chord-integral *)
Theorem chord_integral size_k values points f : chord_integral_requires size_k values points ->
  chords size_k points values f -> is_RInt f 0 1 (chord_integral_value size_k values points).
Proof.
  intros (some & first & last & up) straight; unfold chord_integral_value; rewrite <- first, <- last.
  apply integral_of_pieces; intros i small; pose proof (up i small) as long.
  set (c := steepness points values i).
  apply (is_RInt_ext (fun x => (values i + c * (x - points i)) * (1 + 0 * (x - points i)))).
  - intros x; rewrite Rmin_left, Rmax_right by lra; intros inside.
    assert (equal : (values i + c * (x - points i)) * (1 + 0 * (x - points i)) = f x)
      by (rewrite (straight i x small) by lra; unfold c; ring); exact equal.
  - replace ((points (S i) - points i) * (values (S i) + values i) / 2) with ((points (S i) - points i) * (values i * 1)
      + (points (S i) - points i) ^ 2 / 2 * (values i * 0 + c * 1) + (points (S i) - points i) ^ 3 / 3 * (c * 0))
      by (unfold c, steepness; field; lra).
    apply integral_of_lines.
Qed.

(* chord-product *)
Theorem chord_product beta size_k values others points f df g dg : chord_product_requires beta size_k values others points ->
  chords size_k points values f -> derived size_k points f df -> chords size_k points others g -> derived size_k points g dg ->
  inner beta f df g dg = chord_product_value beta size_k values others points.
Proof.
  intros (some & positive & first & last & up) one slope_one two slope_two; unfold inner, chord_product_value.
  pose proof (several _ _ first last) as more.
  destruct (ends size_k points some up values f one more first last) as [-> ->].
  destruct (ends size_k points some up others g two more first last) as [-> ->].
  pose proof (integral_of_pieces (size_k - 1) _ points _
    (product_piece size_k points up values others f df g dg beta one slope_one two slope_two)) as whole.
  rewrite first, last in whole; rewrite (is_RInt_unique _ _ _ _ whole), sum_add, sum_scale; field; lra.
Qed.

(* bounded-chord-norm *)
Theorem bounded_chord_norm beta size_k values points height slope f df :
  bounded_chord_norm_requires beta size_k values points height slope ->
  chords size_k points values f -> derived size_k points f df ->
  square beta f df = bounded_chord_norm_value beta size_k values points height slope /\
  (forall x i, (i < size_k - 1)%nat -> points i <= x <= points (S i) -> Rabs (f x) <= height) /\
  (forall x i, (i < size_k - 1)%nat -> points i < x < points (S i) -> Rabs (df x) <= slope).
Proof.
  intros (some & positive & up & first & last & bounded & steep) straight derivative.
  assert (low : forall i, (i < size_k)%nat -> Rabs (values i) <= height).
  { intros i small; pose proof (none_above _ _ (fun i _ => Rmax_r (Rabs (values i) - height) 0) bounded i small) as none.
    simpl in none; pose proof (Rmax_l (Rabs (values i) - height) 0); lra. }
  assert (slow : forall i, (i < size_k - 1)%nat -> Rabs (values (S i) - values i) <= slope * (points (S i) - points i)).
  { intros i small; pose proof (none_above _ _ (fun i _ => Rmax_r (Rabs (values (S i) - values i)
      - slope * (points (S i) - points i)) 0) steep i small) as none; simpl in none.
    pose proof (Rmax_l (Rabs (values (S i) - values i) - slope * (points (S i) - points i)) 0); lra. }
  split; [|split].
  - unfold square; assert (requires : chord_product_requires beta size_k values values points) by (repeat split; assumption).
    rewrite (chord_product beta size_k values values points f df f df requires straight derivative straight derivative).
    unfold bounded_chord_norm_value, chord_product_value; cbv zeta.
    set (A := sum (size_k - 1) (fun i => (values (S i) - values i) ^ 2 / (points (S i) - points i))).
    set (B := sum (size_k - 1) (fun i => (points (S i) - points i) * (values i * values i + values i * values (S i)
      + values (S i) * values (S i)) / 3)).
    rewrite (sum_ext (size_k - 1) (fun i => (values (S i) - values i) * (values (S i) - values i) / (points (S i) - points i))
      (fun i => (values (S i) - values i) ^ 2 / (points (S i) - points i))) by (intros; field; specialize (up i ltac:(assumption)); lra).
    rewrite (sum_ext (size_k - 1) (fun i => (points (S i) - points i) * (2 * values (S i) * values (S i) + values (S i) * values i
      + values i * values (S i) + 2 * values i * values i) / 6) (fun i => (points (S i) - points i) * (values i * values i
      + values i * values (S i) + values (S i) * values (S i)) / 3)) by (intros; field).
    fold A B; field; lra.
  - intros x i small inside; rewrite (straight i x small inside); pose proof (up i small) as long.
    set (t := (x - points i) / (points (S i) - points i)).
    assert (share : 0 <= t <= 1).
    { unfold t; split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
      apply (Rmult_le_reg_r (points (S i) - points i)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
    replace (values i + steepness points values i * (x - points i)) with ((1 - t) * values i + t * values (S i))
      by (unfold t, steepness; field; lra).
    eapply Rle_trans; [apply Rabs_triang|]; rewrite !Rabs_mult, (Rabs_pos_eq (1 - t)), (Rabs_pos_eq t) by lra.
    pose proof (low i ltac:(lia)); pose proof (low (S i) ltac:(lia)).
    replace height with ((1 - t) * height + t * height) by ring; apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
  - intros x i small inside; pose proof (up i small) as long.
    rewrite (slope_inside size_k points values f df i x straight derivative small inside); unfold steepness, Rdiv.
    rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (points (S i) - points i)) by lra.
    apply (Rmult_le_reg_r (points (S i) - points i)); [lra|]; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; apply slow, small.
Qed.
