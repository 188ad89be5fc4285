(* Means of functions of independent standard normal numbers: they are linear and monotone, and exist for functions that grow no faster
   than exponentials. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail NormalMean NormalEvents Moments.
Open Scope R_scope.

Lemma mean_of_one_linear_in f g l m a b : mean_of_one f l -> mean_of_one g m ->
  mean_of_one (fun x => a * f x + b * g x) (a * l + b * m).
Proof.
  intros left right; unfold mean_of_one in *.
  apply (is_RInt_gen_ext (fun x => plus (scal a (f x * density x)) (scal b (g x * density x)))).
  - apply filter_forall; intros ends x _.
    match goal with |- plus (scal ?p ?q) (scal ?r ?s) = ?t => change (p * q + r * s = t) end; ring.
  - apply (is_RInt_gen_plus (V := R_NormedModule)); apply (is_RInt_gen_scal (V := R_NormedModule)); assumption.
Qed.

Lemma density_nonneg x : 0 <= density x.
Proof. left; apply Rdiv_lt_0_compat; [apply bell_pos|apply root_pos]. Qed.

Lemma ordered_ends : filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty) (fun ab => fst ab <= snd ab).
Proof.
  exists (fun a => a < 0) (fun b => 0 < b); [exists 0; trivial|exists 0; trivial|intros a b low high; simpl; lra].
Qed.

Lemma mean_of_one_monotone f g l m : (forall x, f x <= g x) -> mean_of_one f l -> mean_of_one g m -> l <= m.
Proof.
  intros below left right; pose proof (mean_of_one_linear_in g f m l 1 (-1) right left) as rest.
  assert (norm (1 * m + -1 * l) <= 1 * m + -1 * l) as bound.
  { apply (RInt_gen_norm (Fa := Rbar_locally m_infty) (Fb := Rbar_locally p_infty) (V := R_CompleteNormedModule)
      (fun x => (1 * g x + -1 * f x) * density x) (fun x => (1 * g x + -1 * f x) * density x)).
    - exact ordered_ends.
    - apply filter_forall; intros ends x _; change (Rabs ((1 * g x + -1 * f x) * density x) <= (1 * g x + -1 * f x) * density x).
      rewrite Rabs_pos_eq; [apply Rle_refl|]; apply Rmult_le_pos; [specialize (below x); lra|apply density_nonneg].
    - exact rest.
    - exact rest. }
  change (Rabs (1 * m + -1 * l) <= 1 * m + -1 * l) in bound; pose proof (Rabs_pos (1 * m + -1 * l)); lra.
Qed.

(* What is below a function that has a mean has one. *)
Lemma mean_of_one_dominated f h m : (forall x, continuous f x) -> (forall x, continuous h x) -> (forall x, Rabs (f x) <= h x) ->
  mean_of_one h m -> exists l, mean_of_one f l.
Proof.
  intros smooth smooth' below known; unfold mean_of_one in *.
  set (F := fun x => f x * density x); set (H := fun x => h x * density x) in *.
  assert (goes : forall x, continuous F x) by (intros x; apply (continuous_mult (K := R_AbsRing) f density); [apply smooth|apply continuous_density]).
  assert (goes' : forall x, continuous H x) by (intros x; apply (continuous_mult (K := R_AbsRing) h density); [apply smooth'|apply continuous_density]).
  assert (some : forall a b, ex_RInt F a b) by (intros; apply (ex_RInt_continuous (V := R_CompleteNormedModule)); auto).
  assert (some' : forall a b, ex_RInt H a b) by (intros; apply (ex_RInt_continuous (V := R_CompleteNormedModule)); auto).
  assert (small : forall a b, Rabs (RInt F a b) <= Rabs (RInt H a b)).
  { assert (up : forall a b, a <= b -> Rabs (RInt F a b) <= RInt H a b).
    { intros a b order; apply (norm_RInt_le (V := R_NormedModule) F H a b (RInt F a b) (RInt H a b) order).
      - intros x _; change (Rabs (F x) <= H x); unfold F, H; rewrite Rabs_mult, (Rabs_pos_eq (density x)) by apply density_nonneg.
        apply Rmult_le_compat_r; [apply density_nonneg|apply below].
      - apply (RInt_correct (V := R_CompleteNormedModule)), some.
      - apply (RInt_correct (V := R_CompleteNormedModule)), some'. }
    intros a b; destruct (Rle_dec a b) as [order|other].
    - apply Rle_trans with (1 := up a b order), Rle_abs.
    - rewrite <- (opp_RInt_swap F) by apply some; rewrite <- (opp_RInt_swap H) by apply some'.
      change (Rabs (- RInt F b a) <= Rabs (- RInt H b a)); rewrite !Rabs_Ropp.
      apply Rle_trans with (1 := up b a ltac:(lra)), Rle_abs. }
  pose proof (proj1 (filterlimi_locally (F := filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty))
    (fun ab => is_RInt H (fst ab) (snd ab)) m) known) as near.
  apply (filterlimi_locally_cauchy (F := filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty)) (fun ab => is_RInt F (fst ab) (snd ab))).
  - apply filter_forall; intros [a b]; split; [apply some|intros y z one other].
    rewrite <- (is_RInt_unique _ _ _ _ one), <- (is_RInt_unique _ _ _ _ other); reflexivity.
  - intros eps; destruct (near (mkposreal (eps / 4) ltac:(pose proof (cond_pos eps); lra))) as [P Q left right close].
    exists (fun ab => P (fst ab) /\ Q (snd ab)); split; [exists P Q; auto|].
    intros [a b] [c d] [p q] [r s] y z one other; simpl in *.
    assert (of : forall a b, P a -> Q b -> Rabs (RInt H a b - m) < eps / 4).
    { intros u v inside inside'; destruct (close u v inside inside') as [w [value far]]; simpl in value.
      rewrite (is_RInt_unique _ _ _ _ value); exact far. }
    rewrite <- (is_RInt_unique _ _ _ _ one), <- (is_RInt_unique _ _ _ _ other).
    change (Rabs (RInt F c d - RInt F a b) < eps).
    assert (split_F : RInt F c d = RInt F c a + (RInt F a b + RInt F b d)).
    { rewrite <- (RInt_Chasles F c a d), <- (RInt_Chasles F a b d) by apply some; reflexivity. }
    assert (split_H : forall u v w, RInt H u w = RInt H u v + RInt H v w) by (intros u v w; rewrite <- (RInt_Chasles H u v w) by apply some'; reflexivity).
    pose proof (of a b p q) as ab; pose proof (of c b r q) as cb; pose proof (of a d p s) as ad.
    pose proof (split_H c a b); pose proof (split_H a b d); pose proof (small c a); pose proof (small b d).
    rewrite split_F; replace (RInt F c a + (RInt F a b + RInt F b d) - RInt F a b) with (RInt F c a + RInt F b d) by ring.
    apply Rle_lt_trans with (1 := Rabs_triang _ _); apply Rabs_def2 in ab; apply Rabs_def2 in cb; apply Rabs_def2 in ad.
    assert (Rabs (RInt H c a) < eps / 2) by (apply Rabs_def1; lra).
    assert (Rabs (RInt H b d) < eps / 2) by (apply Rabs_def1; lra); lra.
Qed.

(* The same for several numbers. *)
Definition put (k : nat) (x : R) (z : nat -> R) : nat -> R := fun i => if Nat.eqb i k then x else z i.

Lemma mean_linear k : forall f g l m a b, mean k f l -> mean k g m -> mean k (fun z => a * f z + b * g z) (a * l + b * m).
Proof.
  induction k as [|k IH]; intros f g l m a b; simpl; [intros -> ->; reflexivity|].
  intros (u & inner & outer) (v & inner' & outer'); exists (fun x => a * u x + b * v x); split.
  - intros x; apply (IH (fun z => f (fun i => if Nat.eqb i k then x else z i)) (fun z => g (fun i => if Nat.eqb i k then x else z i))); trivial.
  - apply mean_of_one_linear_in; assumption.
Qed.

Lemma mean_monotone k : forall f g l m, (forall z, f z <= g z) -> mean k f l -> mean k g m -> l <= m.
Proof.
  induction k as [|k IH]; intros f g l m below; simpl; [intros -> ->; apply below|].
  intros (u & inner & outer) (v & inner' & outer'); refine (mean_of_one_monotone _ _ _ _ _ outer outer').
  intros x; exact (IH _ _ _ _ (fun z => below _) (inner x) (inner' x)).
Qed.

Lemma mean_const k c : mean k (fun _ => c) c.
Proof.
  pose proof (mean_of_moduli k c 0) as known; rewrite Rmult_0_l, Rplus_0_r in known.
  apply (mean_ext k) with (2 := known); intros z; ring.
Qed.

Theorem mean_of_sum k f m : mean_of_one f m -> forall c d, mean k (fun z => c + d * sum k (fun i => f (z i))) (c + d * (INR k * m)).
Proof.
  intros known; induction k as [|k IH]; intros c d; [simpl; ring|].
  exists (fun x => (c + d * (INR k * m)) * 1 + d * f x); split.
  - intros x; replace ((c + d * (INR k * m)) * 1 + d * f x) with ((c + d * f x) + d * (INR k * m)) by ring.
    apply (mean_ext k (fun z => (c + d * f x) + d * sum k (fun i => f (z i)))); [|apply IH].
    intros z; cbn [sum]; rewrite Nat.eqb_refl.
    rewrite (sum_ext k (fun i => f (if Nat.eqb i k then x else z i)) (fun i => f (z i))); [ring|].
    intros i below; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
  - rewrite S_INR; replace (c + d * ((INR k + 1) * m)) with ((c + d * (INR k * m)) * 1 + d * m) by ring.
    apply (mean_of_one_linear_in (fun _ => 1)); [exact mean_one|exact known].
Qed.

Definition growth (s x : R) : R := exp (s * x) + exp (- s * x).
Definition distance (k : nat) (z w : nat -> R) : R := sum k (fun i => Rabs (z i - w i)).
Definition weight (s : R) (k : nat) (z : nat -> R) : R := 1 + sum k (fun i => growth s (z i)).

(* Functions of k numbers whose slopes grow no faster than exponentials. *)
Definition tame (k : nat) (f : (nat -> R) -> R) : Prop :=
  exists L s, 0 <= L /\ 0 <= s /\ forall z w, Rabs (f z - f w) <= L * (weight s k z + weight s k w) * distance k z w.

Lemma growth_pos s x : 0 < growth s x.
Proof. unfold growth; pose proof (exp_pos (s * x)); pose proof (exp_pos (- s * x)); lra. Qed.

Lemma growth_below s t x : 0 <= s -> Rabs x <= t -> growth s x <= 2 * exp (s * t).
Proof.
  intros positive near; unfold growth; apply Rabs_le_between in near.
  assert (exp (s * x) <= exp (s * t)) by (apply exp_le; apply Rmult_le_compat_l; lra).
  assert (exp (- s * x) <= exp (s * t)) by (apply exp_le; replace (- s * x) with (s * - x) by ring; apply Rmult_le_compat_l; lra); lra.
Qed.

Lemma growth_above s x : 0 <= s -> exp (s * Rabs x) <= growth s x.
Proof.
  intros positive; unfold growth, Rabs; pose proof (exp_pos (s * x)); pose proof (exp_pos (- s * x)).
  destruct (Rcase_abs x); [replace (s * - x) with (- s * x) by ring|]; lra.
Qed.

Lemma mean_of_growth s : mean_of_one (growth s) (2 * exp (s ^ 2 / 2)).
Proof.
  pose proof (mean_of_one_linear_in _ _ _ _ 1 1 (exponential_mean 0 s) (exponential_mean 0 (- s))) as known.
  replace (1 * exp (0 + s ^ 2 / 2) + 1 * exp (0 + (- s) ^ 2 / 2)) with (2 * exp (s ^ 2 / 2)) in known.
  - refine (mean_of_one_ext _ _ _ _ known); intros z; unfold growth; rewrite !Rplus_0_l; ring.
  - rewrite !Rplus_0_l; replace ((- s) ^ 2) with (s ^ 2) by ring; ring.
Qed.

Lemma weight_least s k z : 1 <= weight s k z.
Proof. unfold weight; assert (0 <= sum k (fun i => growth s (z i))); [|lra]; apply sum_nonneg; intros; left; apply growth_pos. Qed.

Lemma weight_put s k x z : weight s (S k) (put k x z) = weight s k z + growth s x.
Proof.
  unfold weight, put; cbn [sum]; rewrite Nat.eqb_refl, <- Rplus_assoc; do 2 f_equal.
  apply sum_ext; intros i small; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
Qed.

Lemma distance_put k x y z w : distance (S k) (put k x z) (put k y w) = distance k z w + Rabs (x - y).
Proof.
  unfold distance, put; cbn [sum]; rewrite Nat.eqb_refl; f_equal.
  apply sum_ext; intros i small; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
Qed.

Lemma distance_same k z : distance k z z = 0.
Proof. unfold distance; rewrite (sum_ext k _ (fun _ => 0)), sum_const; [ring|]; intros i _; rewrite Rminus_diag_eq, Rabs_R0; reflexivity. Qed.

Lemma distance_nonneg k z w : 0 <= distance k z w.
Proof. apply sum_nonneg; intros; apply Rabs_pos. Qed.

Lemma tame_slice k f x : tame (S k) f -> tame k (fun z => f (put k x z)).
Proof.
  intros (L & s & positive & positive' & slope); exists (L * (1 + growth s x)), s; pose proof (growth_pos s x) as large.
  split; [apply Rmult_le_pos; lra|]; split; [exact positive'|]; intros z w.
  apply Rle_trans with (1 := slope _ _); rewrite !weight_put, distance_put, Rminus_diag_eq, Rabs_R0, Rplus_0_r by reflexivity.
  apply Rmult_le_compat_r; [apply distance_nonneg|]; rewrite Rmult_assoc; apply Rmult_le_compat_l; [exact positive|].
  pose proof (weight_least s k z); pose proof (weight_least s k w).
  assert (growth s x * 2 <= growth s x * (weight s k z + weight s k w)) by (apply Rmult_le_compat_l; lra); lra.
Qed.

(* The number that is the mean of a tame function. *)
Fixpoint expected (k : nat) (f : (nat -> R) -> R) : R :=
  match k with
  | O => f (fun _ => 0)
  | S j => RInt_gen (fun x => expected j (fun z => f (put j x z)) * density x) (Rbar_locally m_infty) (Rbar_locally p_infty)
  end.

Lemma expected_of_one f l : mean_of_one f l -> RInt_gen (fun x => f x * density x) (Rbar_locally m_infty) (Rbar_locally p_infty) = l.
Proof. intros known; apply is_RInt_gen_unique, known. Qed.

(* A slope that is bounded on both sides of each point, and a growth: there is a mean. *)
Lemma mean_of_one_exists g L s A : 0 <= L -> 0 <= s -> 0 <= A ->
  (forall x y, Rabs (g x - g y) <= L * (A + growth s x + growth s y) * Rabs (x - y)) -> exists l, mean_of_one g l.
Proof.
  intros low positive part slope; set (K := Rabs (g 0) + L * (A + 4)).
  apply (mean_of_one_dominated g (fun x => K * growth (s + 1) x) (K * (2 * exp ((s + 1) ^ 2 / 2)))).
  - intros x; apply continuity_pt_filterlim; intros e small.
    set (M := L * (A + 2 * (2 * exp (s * (Rabs x + 1)))) + 1).
    assert (size : 1 <= M).
    { unfold M; pose proof (exp_pos (s * (Rabs x + 1))); assert (0 <= L * (A + 2 * (2 * exp (s * (Rabs x + 1))))) by (apply Rmult_le_pos; lra); lra. }
    exists (Rmin 1 (e / M)); split; [apply Rmin_pos; [lra|apply Rdiv_lt_0_compat; lra]|].
    intros y [_ near]; unfold R_dist in *; simpl in near |- *; unfold R_dist in *.
    pose proof (Rlt_le_trans _ _ _ near (Rmin_l _ _)); pose proof (Rlt_le_trans _ _ _ near (Rmin_r _ _)) as close.
    assert (Rabs y <= Rabs x + 1) by (replace y with (x + (y - x)) by ring; apply Rle_trans with (1 := Rabs_triang _ _); lra).
    apply Rle_lt_trans with (M * Rabs (y - x)).
    + apply Rle_trans with (1 := slope y x); apply Rmult_le_compat_r; [apply Rabs_pos|].
      pose proof (growth_below s (Rabs x + 1) y positive ltac:(assumption)); pose proof (growth_below s (Rabs x + 1) x positive ltac:(lra)).
      unfold M; assert (L * (A + growth s y + growth s x) <= L * (A + 2 * (2 * exp (s * (Rabs x + 1))))) by (apply Rmult_le_compat_l; lra); lra.
    + apply Rmult_lt_compat_l with (r := M) in close; [|lra]; replace (M * (e / M)) with e in close by (field; lra); exact close.
  - intros x; apply (ex_derive_continuous (fun x => K * growth (s + 1) x)); unfold growth; auto_derive; trivial.
  - intros x; pose proof (slope x 0) as step; rewrite Rminus_0_r in step; pose proof (growth_above (s + 1) x ltac:(lra)) as above.
    assert (start : growth s 0 = 2) by (unfold growth; rewrite !Rmult_0_r, exp_0; ring).
    assert (1 <= exp (s * Rabs x)) by (rewrite <- exp_0; apply exp_le; apply Rmult_le_pos; [exact positive|apply Rabs_pos]).
    pose proof (growth_below s (Rabs x) x positive ltac:(lra)) as below; pose proof (Rabs_pos x).
    assert (line : Rabs x <= exp (Rabs x)) by (pose proof (exp_ineq1_le (Rabs x)); lra).
    assert (times : exp (s * Rabs x) * exp (Rabs x) = exp ((s + 1) * Rabs x)) by (rewrite <- exp_plus; f_equal; ring).
    assert (1 <= exp (Rabs x)) by (rewrite <- exp_0; apply exp_le, Rabs_pos).
    assert (Rabs (g x) <= Rabs (g 0) + Rabs (g x - g 0)).
    { replace (g x) with (g 0 + (g x - g 0)) at 1 by ring; apply Rabs_triang. }
    assert (product : L * (A + growth s x + growth s 0) * Rabs x <= L * (A + 4) * exp ((s + 1) * Rabs x)).
    { rewrite start, !Rmult_assoc; apply Rmult_le_compat_l; [exact low|]; rewrite <- times, <- Rmult_assoc.
      apply Rmult_le_compat; [pose proof (growth_pos s x); lra|apply Rabs_pos| |exact line].
      assert (A * 1 <= A * exp (s * Rabs x)) by (apply Rmult_le_compat_l; assumption); lra. }
    assert (large : 1 <= exp ((s + 1) * Rabs x)).
    { rewrite <- exp_0 at 1; apply exp_le; apply Rmult_le_pos; [lra|apply Rabs_pos]. }
    assert (0 <= K) by (unfold K; pose proof (Rabs_pos (g 0)); assert (0 <= L * (A + 4)) by (apply Rmult_le_pos; lra); lra).
    apply Rle_trans with (K * exp ((s + 1) * Rabs x)); [|apply Rmult_le_compat_l; assumption].
    unfold K; rewrite Rmult_plus_distr_r; pose proof (Rabs_pos (g 0)).
    assert (Rabs (g 0) * 1 <= Rabs (g 0) * exp ((s + 1) * Rabs x)) by (apply Rmult_le_compat_l; assumption); lra.
  - pose proof (mean_of_one_linear_in _ _ _ _ K 0 (mean_of_growth (s + 1)) mean_one) as known; rewrite Rmult_0_l, Rplus_0_r in known.
    refine (mean_of_one_ext _ _ _ _ known); intros z; ring.
Qed.

Theorem mean_exists k : forall f, tame k f -> mean k f (expected k f).
Proof.
  induction k as [|k IH]; intros f fine; [reflexivity|].
  assert (inner : forall x, mean k (fun z => f (put k x z)) (expected k (fun z => f (put k x z)))) by (intros x; apply IH, tame_slice, fine).
  destruct fine as (L & s & low & positive & slope).
  set (g := fun x => expected k (fun z => f (put k x z))) in *.
  set (E := 1 + 1 * (INR k * (2 * exp (s ^ 2 / 2)))).
  assert (weights : mean k (weight s k) E).
  { apply (mean_ext k (fun z => 1 + 1 * sum k (fun i => growth s (z i)))); [intros; unfold weight; ring|apply mean_of_sum, mean_of_growth]. }
  assert (step : forall x y, g x - g y <= L * (2 * E + growth s x + growth s y) * Rabs (x - y)).
  { intros x y; pose proof (mean_linear k _ _ _ _ 1 (-1) (inner x) (inner y)) as left.
    pose proof (mean_linear k _ _ _ _ (L * 2 * Rabs (x - y)) (L * (growth s x + growth s y) * Rabs (x - y)) weights (mean_const k 1)) as right.
    refine ((fun bound => _) (mean_monotone k _ _ _ _ _ left right)); [unfold g; lra|]; intros z.
    pose proof (slope (put k x z) (put k y z)) as known; rewrite !weight_put, distance_put, distance_same, Rplus_0_l in known.
    apply Rabs_le_between in known; lra. }
  assert (positive' : 0 <= 2 * E).
  { unfold E; pose proof (pos_INR k); pose proof (exp_pos (s ^ 2 / 2)); assert (0 <= INR k * (2 * exp (s ^ 2 / 2))) by (apply Rmult_le_pos; lra); lra. }
  destruct (mean_of_one_exists g L s (2 * E) low positive positive') as [l known].
  - intros x y; apply Rabs_le; pose proof (step x y); pose proof (step y x) as other; rewrite (Rabs_minus_sym y x) in other; lra.
  - exists g; split; [exact inner|]; cbn [expected]; change (mean_of_one g (RInt_gen (fun x => g x * density x) (Rbar_locally m_infty) (Rbar_locally p_infty))).
    rewrite (expected_of_one g l known); exact known.
Qed.

Lemma lipschitz_tame k f C : 0 <= C -> (forall z w, Rabs (f z - f w) <= C * distance k z w) -> tame k f.
Proof.
  intros low slope; exists C, 0; split; [exact low|]; split; [lra|]; intros z w; apply Rle_trans with (1 := slope z w).
  apply Rmult_le_compat_r; [apply distance_nonneg|]; pose proof (weight_least 0 k z); pose proof (weight_least 0 k w).
  rewrite <- (Rmult_1_r C) at 1; apply Rmult_le_compat_l; lra.
Qed.
