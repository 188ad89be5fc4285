(* Means of functions of standard normal numbers: those of Lipschitz functions exist, and a larger function has a larger mean. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail NormalMean NormalEvents LinearForms.
Open Scope R_scope.

Lemma limit_of_increasing F c : (forall x y, 0 <= x -> x <= y -> F x <= F y) -> (forall x, 0 <= x -> F x <= c) ->
  exists l : R, is_lim F p_infty l.
Proof.
  intros up below; destruct (completeness (fun y => exists x, 0 <= x /\ y = F x)) as [l [above least]].
  - exists c; intros y (x & right & ->); apply below, right.
  - exists (F 0), 0; split; [lra|reflexivity].
  - exists l; apply is_lim_spec; intros e; assert (reached : exists x, 0 <= x /\ l - e < F x).
    { apply Classical_Prop.NNPP; intros none; assert (l <= l - e); [|pose proof (cond_pos e); lra].
      apply least; intros y (x & right & ->); apply Rnot_lt_le; intros far; apply none; exists x; split; assumption. }
    destruct reached as (x & right & near); exists x; intros y late.
    pose proof (up x y right ltac:(lra)).
    assert (F y <= l) by (apply above; exists y; split; [lra|reflexivity]).
    apply Rabs_def1; lra.
Qed.

Definition damping (A B x : R) : R := (A + B * Rabs x) * density x.

Lemma continuous_damping A B x : continuous (damping A B) x.
Proof.
  apply (continuous_mult (fun x => A + B * Rabs x) density); [|apply continuous_density].
  apply (continuous_plus (fun _ => A) (fun x => B * Rabs x)); [apply continuous_const|].
  apply (continuous_mult (fun _ => B) Rabs); [apply continuous_const|apply continuous_Rabs].
Qed.

Lemma integrable (f : R -> R) a b : (forall x, continuous f x) -> ex_RInt f a b.
Proof. intros smooth; apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply smooth. Qed.

Lemma damping_integral A B x : 0 <= x -> RInt (damping A B) 0 x = A * (area x / sqrt (2 * PI)) + B * ((1 - bell x) / sqrt (2 * PI)).
Proof.
  intros right; pose proof root_pos; apply is_RInt_unique.
  apply (is_RInt_ext (fun t => plus (scal A (density t)) (scal B (Rabs t * density t)))).
  { intros t _; change (A * density t + B * (Rabs t * density t) = damping A B t); unfold damping; ring. }
  apply (is_RInt_plus (V := R_NormedModule)); apply (is_RInt_scal (V := R_NormedModule)).
  - apply (is_RInt_ext (fun t => scal (/ sqrt (2 * PI)) (bell t))).
    { intros t _; change (/ sqrt (2 * PI) * bell t = density t); unfold density, Rdiv; ring. }
    replace (area x / sqrt (2 * PI)) with (scal (/ sqrt (2 * PI)) (area x))
      by (change (/ sqrt (2 * PI) * area x = area x / sqrt (2 * PI)); unfold Rdiv; ring).
    apply (is_RInt_scal (V := R_NormedModule)), (RInt_correct (V := R_CompleteNormedModule)), ex_RInt_bell.
  - rewrite <- modulus_right by exact right; apply (RInt_correct (V := R_CompleteNormedModule)), integrable.
    intros t; apply (continuous_mult Rabs density); [apply continuous_Rabs|apply continuous_density].
Qed.

Lemma damping_limit A B : is_lim (fun x => RInt (damping A B) 0 x) p_infty (A * / 2 + B * / sqrt (2 * PI)).
Proof.
  pose proof whole_root as half; apply (is_lim_ext_loc (fun x => A * (/ sqrt (2 * PI) * area x) + B * (/ sqrt (2 * PI) * (1 - bell x)))).
  - exists 0; intros x right; rewrite damping_integral by lra; unfold Rdiv; ring.
  - replace (A * / 2 + B * / sqrt (2 * PI)) with (A * (/ sqrt (2 * PI) * whole) + B * (/ sqrt (2 * PI) * (1 - 0)))
      by (unfold Rdiv in half; rewrite <- half; ring).
    apply (is_lim_plus' (fun x => A * (/ sqrt (2 * PI) * area x)) (fun x => B * (/ sqrt (2 * PI) * (1 - bell x)))).
    + apply (is_lim_scal_l (fun x => / sqrt (2 * PI) * area x) A p_infty (/ sqrt (2 * PI) * whole)).
      apply (is_lim_scal_l area _ p_infty whole), area_right.
    + apply (is_lim_scal_l (fun x => / sqrt (2 * PI) * (1 - bell x)) B p_infty (/ sqrt (2 * PI) * (1 - 0))).
      apply (is_lim_scal_l (fun x => 1 - bell x) _ p_infty (1 - 0)).
      apply (is_lim_minus' (fun _ => 1) bell); [apply is_lim_const|apply bell_right].
Qed.

Lemma dominated_right A B f : 0 <= A -> 0 <= B -> (forall x, continuous f x) -> (forall x, Rabs (f x) <= damping A B x) ->
  exists l : R, is_lim (fun x => RInt f 0 x) p_infty l.
Proof.
  intros first second smooth below; set (g := damping A B).
  assert (both : forall x, continuous (fun t => f t + g t) x).
  { intros x; apply (continuous_plus f g); [apply smooth|apply continuous_damping]. }
  assert (apart : forall x y, RInt (fun t => f t + g t) x y = RInt f x y + RInt g x y).
  { intros x y; apply (RInt_plus (V := R_CompleteNormedModule)); apply integrable; [exact smooth|apply continuous_damping]. }
  assert (bounds : forall x, - g x <= f x <= g x).
  { intros x; specialize (below x); fold g in below; revert below; unfold Rabs; destruct (Rcase_abs (f x)); lra. }
  destruct (limit_of_increasing (fun x => RInt (fun t => f t + g t) 0 x) (2 * (A * / 2 + B * / sqrt (2 * PI)))) as [l known].
  - intros x y right later; rewrite <- (RInt_Chasles (V := R_CompleteNormedModule) _ 0 x y) by (apply integrable, both).
    change (RInt (fun t => f t + g t) 0 x <= RInt (fun t => f t + g t) 0 x + RInt (fun t => f t + g t) x y).
    assert (0 <= RInt (fun t => f t + g t) x y); [|lra].
    apply RInt_ge_0; [exact later|apply integrable, both|]; intros t _; specialize (bounds t); lra.
  - intros x right; rewrite apart; assert (RInt f 0 x <= RInt g 0 x).
    { apply RInt_le; [exact right|apply integrable, smooth|apply integrable, continuous_damping|]; intros t _; apply bounds. }
    assert (RInt g 0 x <= A * / 2 + B * / sqrt (2 * PI)); [|lra].
    unfold g; rewrite damping_integral by exact right; pose proof root_pos; apply Rplus_le_compat; apply Rmult_le_compat_l; trivial.
    + rewrite <- whole_root; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption|].
      pose proof (beyond_nonneg x right) as rest; unfold beyond in rest; lra.
    + pose proof (bell_pos x); apply Rle_trans with (1 * / sqrt (2 * PI)); [|lra].
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption|lra].
  - exists (l - (A * / 2 + B * / sqrt (2 * PI))).
    apply (is_lim_ext (fun x => RInt (fun t => f t + g t) 0 x - RInt g 0 x)); [intros x; rewrite apart; ring|].
    apply (is_lim_minus' (fun x => RInt (fun t => f t + g t) 0 x) (fun x => RInt g 0 x)); [exact known|apply damping_limit].
Qed.

Lemma density_even x : density (- x) = density x.
Proof. unfold density, bell; replace (- x * - x) with (x * x) by ring; reflexivity. Qed.

Theorem mean_of_one_exists A B f : 0 <= A -> 0 <= B -> (forall x, continuous f x) -> (forall x, Rabs (f x) <= A + B * Rabs x) ->
  exists l, mean_of_one f l.
Proof.
  intros first second smooth below; set (h := fun x => f x * density x).
  assert (known : forall x, 0 <= density x) by (intros; unfold density, bell; left; apply Rdiv_lt_0_compat; [apply exp_pos|apply root_pos]).
  assert (goes : forall x, continuous h x) by (intros x; apply (continuous_mult f density); [apply smooth|apply continuous_density]).
  assert (small : forall x, Rabs (h x) <= damping A B x).
  { intros x; unfold h, damping; rewrite Rabs_mult, (Rabs_pos_eq (density x)) by apply known; apply Rmult_le_compat_r; [apply known|apply below]. }
  assert (flipped : forall x, continuous (fun t => h (- t)) x).
  { intros x; apply (continuous_comp Ropp h); [apply (continuous_opp (V := R_NormedModule) (fun t => t)), continuous_id|apply goes]. }
  destruct (dominated_right A B h first second goes small) as [high right].
  destruct (dominated_right A B (fun x => h (- x)) first second flipped) as [low left].
  { intros x; eapply Rle_trans; [apply small|]; unfold damping; rewrite density_even, Rabs_Ropp; apply Rle_refl. }
  exists (high - - low); unfold mean_of_one; apply line; [exact goes| |exact right].
  apply (is_lim_ext (fun x => - RInt (fun t => h (- t)) 0 (- x))).
  - intros x; assert (turned : is_RInt (fun y => h (- y)) 0 (- x) (- RInt h 0 x)); [|rewrite (is_RInt_unique _ _ _ _ turned); apply Ropp_involutive].
    apply (is_RInt_ext (fun y => opp (opp (h (- y))))); [intros y _; apply (opp_opp (G := R_AbelianGroup))|].
    change (- RInt h 0 x) with (opp (RInt h 0 x)); apply (is_RInt_opp (V := R_NormedModule)), (is_RInt_comp_opp (V := R_NormedModule)).
    rewrite Ropp_0, Ropp_involutive; apply (RInt_correct (V := R_CompleteNormedModule)), integrable, goes.
  - apply (is_lim_opp (fun x => RInt (fun t => h (- t)) 0 (- x)) m_infty low), (is_lim_comp (fun x => RInt (fun t => h (- t)) 0 x) Ropp m_infty low p_infty);
      [exact left| |exists 0; intros; discriminate].
    apply (is_lim_opp (fun x => x) m_infty m_infty), is_lim_id.
Qed.

Lemma mean_of_one_le f g k l : mean_of_one f k -> mean_of_one g l -> (forall x, f x <= g x) -> k <= l.
Proof.
  unfold mean_of_one; intros one two below; assert (0 <= l - k); [|lra].
  apply Rle_trans with (norm (l - k)); [exact (Rabs_pos (l - k))|].
  assert (gap : is_RInt_gen (fun x => minus (g x * density x) (f x * density x)) (Rbar_locally m_infty) (Rbar_locally p_infty) (l - k))
    by exact (is_RInt_gen_minus (V := R_NormedModule) _ _ _ _ two one).
  refine (RInt_gen_norm (Fa := Rbar_locally m_infty) (Fb := Rbar_locally p_infty) _ _ (l - k) (l - k) _ _ gap gap).
  - exists (fun x => x < 0) (fun x => 0 < x); [exists 0; trivial|exists 0; trivial|simpl; intros; lra].
  - apply filter_forall; intros ends x _; change (Rabs (g x * density x - f x * density x) <= g x * density x - f x * density x).
    rewrite Rabs_pos_eq; [apply Rle_refl|]; specialize (below x).
    assert (0 <= density x) by (unfold density, bell; left; apply Rdiv_lt_0_compat; [apply exp_pos|apply root_pos]); nra.
Qed.

Lemma mean_of_one_const c : mean_of_one (fun _ => c) c.
Proof.
  pose proof (mean_of_one_scaled c _ _ mean_one) as known; rewrite Rmult_1_r in known.
  apply (mean_of_one_ext (fun x => c * 1)); [intros; ring|exact known].
Qed.

Theorem mean_le k : forall f g l m, mean k f l -> mean k g m -> (forall z, f z <= g z) -> l <= m.
Proof.
  induction k as [|k IH]; intros f g l m; [simpl; intros -> ->; trivial|]; intros (F & inner & outer) (G & inner' & outer') below.
  apply (mean_of_one_le F G); trivial; intros x; apply (IH _ _ _ _ (inner x) (inner' x)); intros z; apply below.
Qed.

Theorem mean_add k : forall f g l m, mean k f l -> mean k g m -> mean k (fun z => f z + g z) (l + m).
Proof.
  induction k as [|k IH]; intros f g l m; [simpl; intros -> ->; reflexivity|]; intros (F & inner & outer) (G & inner' & outer').
  exists (fun x => F x + G x); split; [intros x; exact (IH _ _ _ _ (inner x) (inner' x))|apply mean_of_one_sum; assumption].
Qed.

Theorem mean_times k : forall c f l, mean k f l -> mean k (fun z => c * f z) (c * l).
Proof.
  induction k as [|k IH]; intros c f l; [simpl; intros ->; reflexivity|]; intros (F & inner & outer).
  exists (fun x => c * F x); split; [intros x; exact (IH c _ _ (inner x))|apply mean_of_one_scaled; assumption].
Qed.

Theorem mean_const k : forall c, mean k (fun _ => c) c.
Proof. induction k as [|k IH]; intros c; [reflexivity|exists (fun _ => c); split; [intros; apply IH|apply mean_of_one_const]]. Qed.

(* The mean as a number. *)
Fixpoint average (k : nat) (f : (nat -> R) -> R) : R :=
  match k with
  | O => f (fun _ => 0)
  | S j => RInt_gen (fun x => average j (fun z => f (fun i => if Nat.eqb i j then x else z i)) * density x)
      (Rbar_locally m_infty) (Rbar_locally p_infty)
  end.

Definition lipschitz (k : nat) (c : R) (f : (nat -> R) -> R) : Prop :=
  forall z w, Rabs (f z - f w) <= c * sum k (fun i => Rabs (z i - w i)).

Lemma lipschitz_fixed k c f x : lipschitz (S k) c f -> lipschitz k c (fun z => f (fun i => if Nat.eqb i k then x else z i)).
Proof.
  intros near z w; eapply Rle_trans; [apply near|]; cbn [sum]; rewrite Nat.eqb_refl, Rminus_diag_eq, Rabs_R0, Rplus_0_r by reflexivity.
  right; f_equal; apply sum_ext; intros i small; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
Qed.

Lemma lipschitz_moved k c f x y z : lipschitz (S k) c f ->
  Rabs (f (fun i => if Nat.eqb i k then x else z i) - f (fun i => if Nat.eqb i k then y else z i)) <= c * Rabs (x - y).
Proof.
  intros near; eapply Rle_trans; [apply near|]; cbn [sum]; rewrite Nat.eqb_refl; right; f_equal.
  rewrite (sum_ext k _ (fun _ => 0)), sum_const; [ring|]; intros i small.
  replace (Nat.eqb i k) with false by (symmetry; apply Nat.eqb_neq; lia); rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; reflexivity.
Qed.

Lemma close_continuous f c : (forall x y, Rabs (f x - f y) <= c * Rabs (x - y)) -> forall x, continuous f x.
Proof.
  intros near x; apply continuity_pt_filterlim; intros e positive; exists (e / (Rabs c + 1)); pose proof (Rabs_pos c).
  split; [apply Rdiv_lt_0_compat; lra|]; intros y [_ close]; simpl in *; unfold R_dist in *.
  apply Rle_lt_trans with ((Rabs c + 1) * Rabs (y - x)).
  - eapply Rle_trans; [apply near|]; apply Rmult_le_compat_r; [apply Rabs_pos|]; pose proof (Rle_abs c); lra.
  - apply (Rmult_lt_compat_l (Rabs c + 1)) in close; [|lra]; replace ((Rabs c + 1) * (e / (Rabs c + 1))) with e in close by (field; lra); exact close.
Qed.

Theorem lipschitz_mean k : forall c f, 0 <= c -> lipschitz k c f -> mean k f (average k f).
Proof.
  induction k as [|k IH]; intros c f positive near; [reflexivity|].
  set (g := fun x => average k (fun z => f (fun i => if Nat.eqb i k then x else z i))).
  assert (inner : forall x, mean k (fun z => f (fun i => if Nat.eqb i k then x else z i)) (g x))
    by (intros x; apply (IH c _ positive), lipschitz_fixed, near).
  assert (moved : forall x y, Rabs (g x - g y) <= c * Rabs (x - y)).
  { assert (half : forall x y, g x <= g y + c * Rabs (x - y)).
    { intros x y; apply (mean_le k _ (fun z => f (fun i => if Nat.eqb i k then y else z i) + c * Rabs (x - y)) _ _ (inner x)).
      - apply mean_add; [apply inner|apply mean_const].
      - intros z; pose proof (lipschitz_moved k c f x y z near) as step; pose proof (Rle_abs (f (fun i => if Nat.eqb i k then x else z i) - f (fun i => if Nat.eqb i k then y else z i))); lra. }
    intros x y; pose proof (half x y); pose proof (half y x) as back; rewrite Rabs_minus_sym in back; apply Rabs_le; lra. }
  exists g; split; [exact inner|]; destruct (mean_of_one_exists (Rabs (g 0)) c g (Rabs_pos _) positive (close_continuous g c moved)) as [l known].
  - intros x; specialize (moved x 0); rewrite Rminus_0_r in moved; pose proof (Rabs_triang (g x - g 0) (g 0)) as triangle.
    replace (g x - g 0 + g 0) with (g x) in triangle by ring; lra.
  - change (average (S k) f) with (RInt_gen (fun x => g x * density x) (Rbar_locally m_infty) (Rbar_locally p_infty)).
    rewrite (is_RInt_gen_unique _ _ known); exact known.
Qed.
