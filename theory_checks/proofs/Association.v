(* Functions that rise in each of independent normal numbers are correlated, if at all, positively. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import NormalMean Expectation Variances.
Open Scope R_scope.

Definition rises (k : nat) (f : (nat -> R) -> R) : Prop := forall z w : nat -> R, (forall i, (i < k)%nat -> z i <= w i) -> f z <= f w.

(* Chebyshev: (f x - f y) (g x - g y) is not negative, where h is at least f g. *)
Lemma mean_of_one_product f g h a b c : (forall x y, x <= y -> f x <= f y) -> (forall x y, x <= y -> g x <= g y) ->
  (forall x, f x * g x <= h x) -> mean_of_one f a -> mean_of_one g b -> mean_of_one h c -> a * b <= c.
Proof.
  intros up up' above first second third; assert (one : mean_of_one (fun _ => 1) 1) by exact mean_one.
  assert (both : forall x y, 0 <= (f x - f y) * (g x - g y)).
  { intros x y; destruct (Rle_dec x y) as [right|left].
    - pose proof (up x y right); pose proof (up' x y right); nra.
    - pose proof (up y x ltac:(lra)); pose proof (up' y x ltac:(lra)); nra. }
  assert (inner : forall y, 0 <= 1 * (1 * c + - g y * a) + 1 * (- f y * b + f y * g y * 1)).
  { intros y; pose proof (mean_of_one_linear_in _ _ _ _ 1 (- g y) third first) as left.
    pose proof (mean_of_one_linear_in _ _ _ _ (- f y) (f y * g y) second one) as right.
    pose proof (mean_of_one_linear_in _ _ _ _ 1 1 left right) as known; pose proof (mean_of_one_linear_in _ _ _ _ 0 0 one one) as none.
    replace 0 with (0 * 1 + 0 * 1) by ring; refine (mean_of_one_monotone _ _ _ _ _ none known); intros x.
    specialize (both x y); specialize (above x); lra. }
  pose proof (mean_of_one_linear_in _ _ _ _ c (- a) one second) as left; pose proof (mean_of_one_linear_in _ _ _ _ (- b) 1 first third) as right.
  pose proof (mean_of_one_linear_in _ _ _ _ 1 1 left right) as known; pose proof (mean_of_one_linear_in _ _ _ _ 0 0 one one) as none.
  assert (0 * 1 + 0 * 1 <= 1 * (c * 1 + - a * b) + 1 * (- b * a + 1 * c)); [|lra].
  refine (mean_of_one_monotone _ _ _ _ _ none known); intros y; specialize (inner y); specialize (above y); lra.
Qed.

Theorem associated k : forall f g a b c, rises k f -> rises k g -> mean k f a -> mean k g b -> mean k (fun z => f z * g z) c -> a * b <= c.
Proof.
  induction k as [|k IH]; intros f g a b c up up'; [simpl; intros -> -> ->; apply Rle_refl|].
  intros (F & inner & outer) (G & inner' & outer') (H & inner'' & outer'').
  assert (slice : forall p x, rises (S k) p -> rises k (fun z => p (fun i => if Nat.eqb i k then x else z i))).
  { intros p x rise z w below; apply rise; intros i small; destruct (Nat.eqb_spec i k); [apply Rle_refl|apply below; lia]. }
  assert (moved : forall p P, rises (S k) p -> (forall x, mean k (fun z => p (fun i => if Nat.eqb i k then x else z i)) (P x)) ->
    forall x y, x <= y -> P x <= P y).
  { intros p P rise known x y order; refine (mean_monotone k _ _ _ _ _ (known x) (known y)); intros z.
    apply rise; intros i _; destruct (Nat.eqb_spec i k); [exact order|apply Rle_refl]. }
  apply (mean_of_one_product F G H); trivial; [exact (moved f F up inner)|exact (moved g G up' inner')|]; intros x.
  exact (IH _ _ _ _ _ (slice f x up) (slice g x up') (inner x) (inner' x) (inner'' x)).
Qed.

(* The variance of a difference of such functions is at most the sum of their variances. *)
Theorem variance_of_difference k f g first second difference : rises k f -> rises k g ->
  variance k f first -> variance k g second -> variance k (fun z => f z - g z) difference -> difference <= first + second.
Proof.
  intros up up' (m & one & square) (m' & two & square') (gap & three & square'').
  pose proof (mean_linear k _ _ _ _ 1 (-1) one two) as apart.
  replace gap with (m - m') in * by (apply (mean_unique k (fun z => f z - g z)); [|exact three];
    replace (m - m') with (1 * m + -1 * m') by ring; refine (mean_ext k _ _ _ _ apart); intros z; ring).
  pose proof (mean_linear k _ _ _ _ 1 (- m) one (mean_const k 1)) as centred; pose proof (mean_linear k _ _ _ _ 1 (- m') two (mean_const k 1)) as centred'.
  pose proof (mean_linear k _ _ _ _ (1 / 2) (- (1 / 2)) (mean_linear k _ _ _ _ 1 1 square square') square'') as product.
  assert (known : (1 * m + - m * 1) * (1 * m' + - m' * 1) <= 1 / 2 * (1 * first + 1 * second) + - (1 / 2) * difference).
  { refine (associated k _ _ _ _ _ _ _ centred centred' _).
    - intros z w below; specialize (up z w below); lra.
    - intros z w below; specialize (up' z w below); lra.
    - refine (mean_ext k _ _ _ _ product); intros z; field. }
  lra.
Qed.
