(* Means of functions of independent standard normal numbers, as integrals against their density. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail.
Open Scope R_scope.

Definition density (x : R) : R := bell x / sqrt (2 * PI).

(* The mean of f(Z) for one standard normal Z exists, and is l. *)
Definition mean_of_one (f : R -> R) (l : R) : Prop :=
  is_RInt_gen (fun x => f x * density x) (Rbar_locally m_infty) (Rbar_locally p_infty) l.

(* The mean of f(Z_0, ..., Z_(k-1)), the integrals one inside the other; f may look at no other number. *)
Fixpoint mean (k : nat) (f : (nat -> R) -> R) (l : R) : Prop :=
  match k with
  | O => l = f (fun _ => 0)
  | S j => exists g, (forall x, mean j (fun z => f (fun i => if Nat.eqb i j then x else z i)) (g x)) /\ mean_of_one g l
  end.

Lemma mean_unique k : forall f l m, mean k f l -> mean k f m -> l = m.
Proof.
  induction k as [|k IH]; intros f l m; simpl; [intros -> ->; reflexivity|].
  intros (g & inner & outer) (h & inner' & outer').
  replace h with g in outer' by (apply functional_extensionality; intros x; apply (IH _ _ _ (inner x) (inner' x))).
  unfold mean_of_one in *; rewrite <- (is_RInt_gen_unique _ _ outer), <- (is_RInt_gen_unique _ _ outer'); reflexivity.
Qed.

Lemma root_pos : 0 < sqrt (2 * PI).
Proof. apply sqrt_lt_R0; pose proof PI_RGT_0; lra. Qed.

Lemma continuous_density x : continuous density x.
Proof.
  apply (ex_derive_continuous density); unfold density, bell; auto_derive; pose proof root_pos; repeat split; lra.
Qed.

(* Over the whole line, by what the integral from 0 tends to. *)
Lemma line (f : R -> R) (low high : R) : (forall x, continuous f x) ->
  is_lim (fun x => RInt f 0 x) m_infty low -> is_lim (fun x => RInt f 0 x) p_infty high ->
  is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) (high - low).
Proof.
  intros smooth left right; set (F := fun x => RInt f 0 x).
  assert (derived : forall x, is_derive F x (f x)).
  { intros x; apply (is_derive_RInt f F 0); [|apply smooth]; apply filter_forall; intros y.
    apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)); auto. }
  apply (is_RInt_gen_ext (Derive F)).
  - apply filter_forall; intros ends x _; apply is_derive_unique, derived.
  - apply is_RInt_gen_Derive; trivial; apply filter_forall; intros ends x _.
    + exists (f x); apply derived.
    + apply (continuous_ext f); [intros; symmetry; apply is_derive_unique, derived|apply smooth].
Qed.

Lemma far_square (s : R) : s * s = 1 -> is_lim (fun x => bell (s * x)) p_infty 0.
Proof.
  intros unit; unfold bell; apply (is_lim_comp exp (fun x => - (s * x * (s * x) / 2)) p_infty 0 m_infty).
  - apply is_lim_exp_m.
  - apply is_lim_spec; intros M; exists (2 + 2 * Rabs M); intros x large.
    replace (s * x * (s * x)) with (s * s * (x * x)) by ring; rewrite unit.
    pose proof (Rabs_pos M); pose proof (Rle_abs (- M)) as low; rewrite Rabs_Ropp in low.
    assert ((2 + 2 * Rabs M) * 1 <= x * x) by (apply Rmult_le_compat; lra).
    assert (2 + 2 * Rabs M <= x * x) by lra; lra.
  - exists 0; intros x _; discriminate.
Qed.

Lemma bell_right : is_lim bell p_infty 0.
Proof. apply (is_lim_ext (fun x => bell (1 * x))); [intros; f_equal; ring|apply far_square; ring]. Qed.

Lemma area_right : is_lim area p_infty whole.
Proof.
  pose proof whole_pos as positive.
  apply (is_lim_le_le_loc (fun x => whole - 2 / whole * bell x) (fun _ => whole)).
  - exists 0; intros x late; pose proof (beyond_nonneg x ltac:(lra)); pose proof (beyond_small x ltac:(lra)) as small.
    unfold beyond in *; split; [|lra].
    assert (whole - area x <= 2 / whole * bell x); [|lra].
    apply (Rmult_le_reg_r whole); [lra|]; replace (2 / whole * bell x * whole) with (2 * bell x) by (field; lra); lra.
  - replace (Finite whole) with (Finite (whole - 2 / whole * 0)) by (f_equal; ring).
    apply (is_lim_minus' (fun _ => whole) (fun x => 2 / whole * bell x)); [apply is_lim_const|].
    apply (is_lim_scal_l bell (2 / whole) p_infty 0), bell_right.
  - apply is_lim_const.
Qed.

(* What an odd function does on the left follows from what it does on the right. *)
Lemma odd_left f (l : R) : (forall x, f (- x) = - f x) -> is_lim f p_infty l -> is_lim f m_infty (- l).
Proof.
  intros odd right; apply (is_lim_ext (fun x => - f (- x))); [intros x; rewrite odd; ring|].
  apply (is_lim_opp (fun x => f (- x)) m_infty l), (is_lim_comp f Ropp m_infty l p_infty); [exact right| |].
  - apply (is_lim_opp (fun x => x) m_infty m_infty), is_lim_id.
  - exists 0; intros x _; discriminate.
Qed.

Lemma whole_root : whole / sqrt (2 * PI) = / 2.
Proof.
  unfold whole; pose proof PI_RGT_0; rewrite <- sqrt_div by lra.
  replace (PI / 2 / (2 * PI)) with (/ 2 * / 2) by (field; lra); apply sqrt_square; lra.
Qed.

Theorem mean_one : mean_of_one (fun _ => 1) 1.
Proof.
  unfold mean_of_one; apply (is_RInt_gen_ext density); [apply filter_forall; intros; symmetry; apply Rmult_1_l|].
  assert (same : forall x, RInt density 0 x = / sqrt (2 * PI) * area x).
  { intros x; unfold area; rewrite (RInt_ext _ (fun t => scal (/ sqrt (2 * PI)) (bell t))).
    - apply (RInt_scal (V := R_CompleteNormedModule)), ex_RInt_bell.
    - intros t _; unfold density; match goal with |- ?c = scal ?a ?b => change (c = a * b) end; unfold Rdiv; ring. }
  pose proof whole_root; pose proof root_pos.
  assert (right : is_lim (fun x => RInt density 0 x) p_infty (/ 2)).
  { apply (is_lim_ext (fun x => / sqrt (2 * PI) * area x)); [intros; symmetry; apply same|].
    replace (/ 2) with (/ sqrt (2 * PI) * whole) by (rewrite Rmult_comm; assumption).
    apply (is_lim_scal_l area _ p_infty whole), area_right. }
  assert (left : is_lim (fun x => RInt density 0 x) m_infty (- / 2)).
  { apply odd_left; [intros x; rewrite !same, area_odd; ring|exact right]. }
  replace 1 with (/ 2 - - / 2) by lra; apply line; [intros; apply continuous_density|exact left|exact right].
Qed.

Definition mean_modulus : R := sqrt (2 / PI).

Lemma modulus_right x : 0 <= x -> RInt (fun t => Rabs t * density t) 0 x = (1 - bell x) / sqrt (2 * PI).
Proof.
  intros positive; pose proof root_pos.
  rewrite (RInt_ext _ (fun t => t * density t))
    by (intros t; rewrite Rmin_left, Rmax_right by lra; intros; rewrite Rabs_pos_eq by lra; reflexivity).
  apply is_RInt_unique.
  replace ((1 - bell x) / sqrt (2 * PI)) with (minus (- density x) (- density 0)).
  - apply (is_RInt_derive (V := R_CompleteNormedModule) (fun t => - density t)).
    + intros t _; unfold density, bell; auto_derive; [trivial|unfold Rdiv; field; lra].
    + intros t _; apply (ex_derive_continuous (fun t => t * density t)); unfold density, bell; auto_derive.
      repeat split; lra.
  - unfold minus, plus, opp; simpl; unfold density.
    replace (bell 0) with 1 by (unfold bell; replace (- (0 * 0 / 2)) with 0 by field; symmetry; apply exp_0); field; lra.
Qed.

Theorem mean_absolute : mean_of_one Rabs mean_modulus.
Proof.
  unfold mean_of_one; set (f := fun t => Rabs t * density t); pose proof root_pos; pose proof PI_RGT_0.
  assert (smooth : forall x, continuous f x).
  { intros x; apply (continuous_mult Rabs density); [apply continuous_Rabs|apply continuous_density]. }
  assert (integrable : forall a b, ex_RInt f a b)
    by (intros; apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply smooth).
  assert (even : forall t, f (-1 * t + 0) = f t).
  { intros t; unfold f, density, bell; replace (-1 * t + 0) with (- t) by ring; rewrite Rabs_Ropp.
    replace (- t * - t) with (t * t) by ring; reflexivity. }
  assert (odd : forall x, RInt f 0 (- x) = - RInt f 0 x).
  { intros x; replace (RInt f 0 (- x)) with (RInt f (-1 * 0 + 0) (-1 * x + 0)) by (f_equal; ring).
    rewrite <- (RInt_comp_lin f) by apply integrable.
    rewrite (RInt_ext _ (fun t => scal (-1) (f t))).
    - rewrite (RInt_scal (V := R_CompleteNormedModule)) by apply integrable.
      change (-1 * RInt f 0 x = - RInt f 0 x); ring.
    - intros t _; rewrite even; reflexivity. }
  assert (right : is_lim (fun x => RInt f 0 x) p_infty (/ sqrt (2 * PI))).
  { apply (is_lim_ext_loc (fun x => / sqrt (2 * PI) * (1 - bell x))).
    - exists 0; intros x late; unfold f; rewrite modulus_right by lra; unfold Rdiv; ring.
    - replace (Finite (/ sqrt (2 * PI))) with (Finite (/ sqrt (2 * PI) * (1 - 0))) by (f_equal; ring).
      apply (is_lim_scal_l (fun x => 1 - bell x) _ p_infty (1 - 0)).
      apply (is_lim_minus' (fun _ => 1) bell); [apply is_lim_const|apply bell_right]. }
  replace mean_modulus with (/ sqrt (2 * PI) - - / sqrt (2 * PI)).
  - apply line; [exact smooth|apply odd_left; assumption|exact right].
  - unfold mean_modulus; rewrite sqrt_div_alt, sqrt_mult by lra.
    pose proof (sqrt_lt_R0 2 ltac:(lra)); pose proof (sqrt_lt_R0 PI ltac:(lra)).
    pose proof (sqrt_sqrt 2 ltac:(lra)) as two.
    transitivity ((sqrt 2 * sqrt 2) / (sqrt 2 * sqrt PI)); [rewrite two; field|field]; lra.
Qed.

Lemma mean_of_one_linear c d : mean_of_one (fun x => c + d * Rabs x) (c + d * mean_modulus).
Proof.
  unfold mean_of_one.
  apply (is_RInt_gen_ext (fun x => plus (scal c (1 * density x)) (scal d (Rabs x * density x)))).
  - apply filter_forall; intros ends x _.
    match goal with |- plus (scal ?a ?b) (scal ?e ?f) = ?r => change (a * b + e * f = r) end; ring.
  - replace (c + d * mean_modulus) with (plus (scal c 1) (scal d mean_modulus))
      by (match goal with |- plus (scal ?a ?b) (scal ?e ?f) = ?r => change (a * b + e * f = r) end; ring).
    apply (is_RInt_gen_plus (V := R_NormedModule)); apply (is_RInt_gen_scal (V := R_NormedModule));
      [apply mean_one|apply mean_absolute].
Qed.

Lemma mean_ext k : forall f g l, (forall z, f z = g z) -> mean k f l -> mean k g l.
Proof.
  intros f g l same; replace g with f by (apply functional_extensionality, same); trivial.
Qed.

(* Each absolute value has the mean sqrt(2/pi). *)
Theorem mean_of_moduli k : forall c d,
  mean k (fun z => c + d * sum k (fun i => Rabs (z i))) (c + d * (INR k * mean_modulus)).
Proof.
  induction k as [|k IH]; intros c d; [simpl; ring|].
  exists (fun x => (c + d * (INR k * mean_modulus)) + d * Rabs x); split.
  - intros x; replace (c + d * (INR k * mean_modulus) + d * Rabs x)
      with ((c + d * Rabs x) + d * (INR k * mean_modulus)) by ring.
    apply (mean_ext k (fun z => (c + d * Rabs x) + d * sum k (fun i => Rabs (z i)))); [|apply IH].
    intros z; cbn [sum]; rewrite Nat.eqb_refl.
    rewrite (sum_ext k (fun i => Rabs (if Nat.eqb i k then x else z i)) (fun i => Rabs (z i))); [ring|].
    intros i below; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
  - rewrite S_INR; replace (c + d * ((INR k + 1) * mean_modulus))
      with ((c + d * (INR k * mean_modulus)) + d * mean_modulus) by ring; apply mean_of_one_linear.
Qed.
