(* Normal noise around a point: what it gives to a function around another point, by a density; and means of powers of it. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require GridNorm.
From TheoryChecks Require Import Sums Vectors Normal NormalSeries NormalTail NormalMean NormalEvents Moments Laws Draws Renyi MeanExists.
Open Scope R_scope.

Lemma moved_integral (f : R -> R) (l v : R) : is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) l ->
  is_RInt_gen (fun y => f (y - v)) (Rbar_locally m_infty) (Rbar_locally p_infty) l.
Proof.
  intros of P near; destruct (of P near) as [Q T [M low] [N high] both].
  exists (fun a => Q (a - v)) (fun b => T (b - v));
    [exists (M + v); intros; apply low; lra|exists (N + v); intros; apply high; lra|].
  intros a b one two; destruct (both _ _ one two) as (y & integral & close); exists y; split; [|exact close]; simpl in *.
  apply (is_RInt_ext (fun y => scal 1 (f (1 * y + - v)))).
  - intros x _; change (1 * f (1 * x + - v) = f (x - v)); rewrite !Rmult_1_l; reflexivity.
  - apply (is_RInt_comp_lin (V := R_NormedModule) f 1 (- v)); rewrite !Rmult_1_l; exact integral.
Qed.

Definition tilt (a z : R) : R := exp (a * z - a ^ 2 / 2).

Lemma tilted_density a z : density (z - a) = tilt a z * density z.
Proof.
  unfold density, bell, tilt; replace (- ((z - a) * (z - a) / 2)) with (a * z - a ^ 2 / 2 + - (z * z / 2)) by field.
  rewrite exp_plus; unfold Rdiv; ring.
Qed.

Lemma shift_of_one a f l : mean_of_one (fun z => f (z + a)) l <-> mean_of_one (fun z => tilt a z * f z) l.
Proof.
  unfold mean_of_one; split; intros known.
  - apply (moved_integral _ l a) in known; revert known; apply is_RInt_gen_ext, filter_forall; intros ends z _.
    match goal with |- ?x = ?y => change (@eq R x y) end; rewrite tilted_density; replace (z - a + a) with z by ring; ring.
  - apply (moved_integral _ l (- a)) in known; revert known; apply is_RInt_gen_ext, filter_forall; intros ends z _.
    replace (z - - a) with (z + a) by ring; pose proof (tilted_density a (z + a)) as equal; replace (z + a - a) with z in equal by ring.
    match goal with |- ?x = ?y => change (@eq R x y) end; rewrite equal; ring.
Qed.

Definition tilts (n : nat) (a z : vector) : R := exp (sum n (fun i => a i * z i) - sum n (fun i => a i * a i) / 2).
Definition set_last (k : nat) (x : R) (z : vector) : vector := fun i => if Nat.eqb i k then x else z i.

Lemma tilts_last k a x z : tilts (S k) a (set_last k x z) = tilt (a k) x * tilts k a z.
Proof.
  unfold tilts, tilt, set_last; rewrite <- exp_plus; f_equal; cbn [sum]; rewrite Nat.eqb_refl.
  rewrite (sum_ext k (fun i => a i * (if Nat.eqb i k then x else z i)) (fun i => a i * z i)); [field|].
  intros i small; replace (Nat.eqb i k) with false by (symmetry; apply Nat.eqb_neq; lia); reflexivity.
Qed.

Theorem shift_of_vector n : forall a f l, (forall x y, same n x y -> f x = f y) ->
  (mean n (fun z => f (fun i => z i + a i)) l <-> mean n (fun z => tilts n a z * f z) l).
Proof.
  induction n as [|k IH]; intros a f l own.
  - simpl; unfold tilts; simpl; replace (0 - 0 / 2) with 0 by field; rewrite exp_0, Rmult_1_l.
    rewrite (own (fun i => 0 + a i) (fun _ => 0)) by (intros i small; lia); tauto.
  - assert (inner : forall x m, mean k (fun z => f (fun i => (if Nat.eqb i k then x else z i) + a i)) m <->
        mean k (fun z => tilts k a z * f (set_last k (x + a k) z)) m).
    { intros x m; rewrite <- (IH a (fun z => f (set_last k (x + a k) z)) m).
      - replace (fun z => f (fun i => (if Nat.eqb i k then x else z i) + a i)) with (fun z : vector => f (set_last k (x + a k) (fun i => z i + a i)));
          [tauto|]; extensionality z; apply own; intros i small; unfold set_last; destruct (Nat.eqb_spec i k) as [->|]; reflexivity.
      - intros y z equal; apply own; intros i small; unfold set_last; destruct (Nat.eqb_spec i k); [reflexivity|apply equal; lia]. }
    assert (weighed : forall x z, tilts (S k) a (fun i => if Nat.eqb i k then x else z i) * f (fun i => if Nat.eqb i k then x else z i)
      = tilt (a k) x * (tilts k a z * f (set_last k x z))) by (intros x z; pose proof (tilts_last k a x z) as equal; unfold set_last in *; rewrite equal; ring).
    split; intros (g & each & outer).
    + exists (fun x => tilt (a k) x * g (x - a k)); split.
      * intros x; apply (mean_ext k (fun z => tilt (a k) x * (tilts k a z * f (set_last k x z)))); [intros z; symmetry; apply weighed|].
        apply mean_times; specialize (each (x - a k)); apply inner in each; replace (x - a k + a k) with x in each by ring; exact each.
      * apply (shift_of_one (a k) (fun x => g (x - a k))); revert outer; apply mean_of_one_ext; intros x; f_equal; ring.
    + exists (fun x => / tilt (a k) (x + a k) * g (x + a k)); split.
      * intros x; apply inner; apply (mean_ext k (fun z => / tilt (a k) (x + a k) * (tilt (a k) (x + a k) * (tilts k a z * f (set_last k (x + a k) z))))).
        { intros z; field; pose proof (exp_pos (a k * (x + a k) - a k ^ 2 / 2)); unfold tilt; lra. }
        apply mean_times; refine (mean_ext k _ _ _ _ (each (x + a k))); intros z; apply weighed.
      * apply (shift_of_one (a k) (fun x => / tilt (a k) x * g x)); revert outer; apply mean_of_one_ext; intros x; field.
        pose proof (exp_pos (a k * x - a k ^ 2 / 2)); unfold tilt; lra.
Qed.

(* A vector of n numbers around a centre, with independent normal noise of this deviation *)
Definition noisy (n : nat) (sigma : R) (centre z : vector) : vector := fun i => if Nat.ltb i n then centre i + sigma * z i else 0.
Definition around (n : nat) (sigma : R) (centre : vector) : law vector := fun f l => mean n (fun z => f (noisy n sigma centre z)) l.

Lemma around_law n sigma centre : is_law (around n sigma centre).
Proof.
  pose proof (normal_vector_law n) as lawful; unfold around; split.
  - intros c; apply (of_constant _ lawful).
  - intros f g a b k l one two; exact (of_sum _ lawful _ _ a b k l one two).
  - intros f g k l below one two; apply (in_order _ lawful _ _ _ _ (fun z => below (noisy n sigma centre z)) one two).
Qed.

(* The density of the noise around centre + v over that around the centre *)
Definition tilted (n : nat) (sigma : R) (centre v y : vector) : R :=
  exp ((dot n v (fun i => y i - centre i) - dot n v v / 2) / sigma ^ 2).

Lemma tilted_noise n sigma centre v z : 0 < sigma -> tilted n sigma centre v (noisy n sigma centre z) = tilts n (fun i => v i / sigma) z.
Proof.
  intros positive; unfold tilted, tilts, dot; f_equal; apply (Rmult_eq_reg_r (sigma ^ 2)); [|apply pow_nonzero; lra].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply pow_nonzero; lra).
  rewrite Rmult_minus_distr_r, (Rmult_comm (sum n (fun i => v i * / sigma * z i))).
  replace (sum n (fun i => v i * / sigma * (v i * / sigma)) * / 2 * sigma ^ 2)
    with (sigma ^ 2 * sum n (fun i => v i * / sigma * (v i * / sigma)) * / 2) by ring.
  rewrite <- !sum_scale; f_equal; [|f_equal]; apply sum_ext; intros i small.
  - unfold noisy; rewrite (proj2 (Nat.ltb_lt i n) small); field; lra.
  - field; lra.
Qed.

Theorem around_moved n sigma centre v f l : 0 < sigma ->
  around n sigma (fun i => centre i + v i) f l <-> around n sigma centre (fun y => tilted n sigma centre v y * f y) l.
Proof.
  intros positive; unfold around; set (F := fun z => f (noisy n sigma centre z)).
  assert (own : forall x y, same n x y -> F x = F y).
  { intros x y equal; unfold F; f_equal; extensionality i; unfold noisy; destruct (Nat.ltb_spec i n); [rewrite equal by assumption|]; reflexivity. }
  assert (there : forall z, f (noisy n sigma (fun i => centre i + v i) z) = F (fun i => z i + v i / sigma)).
  { intros z; unfold F; f_equal; extensionality i; unfold noisy; destruct (Nat.ltb i n); [field; lra|reflexivity]. }
  assert (back : forall z, tilted n sigma centre v (noisy n sigma centre z) * f (noisy n sigma centre z) = tilts n (fun i => v i / sigma) z * F z)
    by (intros z; rewrite tilted_noise by exact positive; reflexivity).
  pose proof (shift_of_vector n (fun i => v i / sigma) F l own) as known; split; intros of.
  - apply (mean_ext n _ _ _ (fun z => eq_sym (back z))), known; exact (mean_ext n _ _ _ there of).
  - apply (mean_ext n _ _ _ (fun z => eq_sym (there z))), known; exact (mean_ext n _ _ _ back of).
Qed.

Lemma around_same n sigma centre other f l : same n centre other -> around n sigma centre f l -> around n sigma other f l.
Proof.
  intros equal; unfold around; replace (noisy n sigma other) with (noisy n sigma centre); [trivial|].
  extensionality z; extensionality i; unfold noisy; destruct (Nat.ltb_spec i n); [rewrite equal by assumption|]; reflexivity.
Qed.

Theorem power_of_tilted n sigma centre v k : 0 < sigma ->
  around n sigma centre (fun y => tilted n sigma centre v y ^ k) (exp (INR k * (INR k - 1) * (dot n v v / sigma ^ 2) / 2)).
Proof.
  intros positive; unfold around; set (a := fun i => v i / sigma).
  assert (size : sum n (fun i => a i * a i) = dot n v v / sigma ^ 2).
  { unfold a, dot, Rdiv at 3; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros i _; field; lra. }
  pose proof (mean_of_exponential n (- (INR k * (sum n (fun i => a i * a i) / 2))) (fun i => INR k * a i)) as known; cbv beta in known.
  rewrite (sum_ext n (fun i => INR k * a i * (INR k * a i)) (fun i => INR k ^ 2 * (a i * a i))), sum_scale, size in known by (intros; ring).
  set (D := dot n v v / sigma ^ 2) in *.
  replace (INR k * (INR k - 1) * D / 2) with (- (INR k * (D / 2)) + INR k ^ 2 * D / 2) by field.
  revert known; apply mean_ext; intros z; rewrite tilted_noise by exact positive; fold a; unfold tilts; rewrite size.
  rewrite <- GridNorm.exp_times; f_equal.
  replace (sum n (fun i => INR k * a i * z i)) with (INR k * sum n (fun i => a i * z i)) by (rewrite <- sum_scale; apply sum_ext; intros; ring).
  field.
Qed.
