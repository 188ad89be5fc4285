(* The mean of |a X + b Y| for independent standard normal X and Y. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail NormalMean NormalEvents Moments Expectation.
Open Scope R_scope.

Ltac real := match goal with |- ?x = ?y => change (@eq R x y) end.

Lemma line_from (f : R -> R) (s low high : R) : (forall x, continuous f x) ->
  is_lim (fun x => RInt f s x) m_infty low -> is_lim (fun x => RInt f s x) p_infty high ->
  is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) (high - low).
Proof.
  intros smooth left right; set (c := RInt f 0 s).
  assert (from : forall x, c + RInt f s x = RInt f 0 x).
  { intros x; unfold c; rewrite <- (RInt_Chasles f 0 s x); [reflexivity| |];
      apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply smooth. }
  replace (high - low) with ((c + high) - (c + low)) by ring; apply line; [exact smooth| |].
  - apply (is_lim_ext (fun x => c + RInt f s x)); [exact from|]; apply (is_lim_plus' (fun _ => c)); [apply is_lim_const|exact left].
  - apply (is_lim_ext (fun x => c + RInt f s x)); [exact from|]; apply (is_lim_plus' (fun _ => c)); [apply is_lim_const|exact right].
Qed.

Lemma even_bell x : bell (- x) = bell x.
Proof. unfold bell; f_equal; field. Qed.

Lemma bell_left : is_lim bell m_infty 0.
Proof.
  apply (is_lim_ext (fun x => bell (- x))); [intros; apply even_bell|].
  apply (is_lim_comp bell (fun x => - x) m_infty 0 p_infty); [exact bell_right| |].
  - apply (is_lim_opp (fun x => x) m_infty m_infty), is_lim_id.
  - exists 0; intros x _; discriminate.
Qed.

Lemma area_left : is_lim area m_infty (- whole).
Proof. apply odd_left; [apply area_odd|apply area_right]. Qed.

Theorem mean_of_shifted a c : 0 < a -> mean_of_one (fun z => Rabs (a * z + c)) (2 * (a * bell (c / a) + c * area (c / a)) / sqrt (2 * PI)).
Proof.
  intros positive; unfold mean_of_one; pose proof root_pos as root; set (s := - (c / a)).
  set (H := fun x => (- a * bell x + c * area x) / sqrt (2 * PI)); set (f := fun z => Rabs (a * z + c) * density z).
  assert (smooth : forall x, continuous f x).
  { intros x; apply (continuous_mult (K := R_AbsRing) (fun z => Rabs (a * z + c)) density); [|apply continuous_density].
    apply (continuous_comp (fun z => a * z + c) Rabs); [|apply continuous_Rabs].
    apply (ex_derive_continuous (fun z => a * z + c)); auto_derive; trivial. }
  assert (inside : forall x y, is_RInt (fun z => (a * z + c) * density z) x y (H y - H x)).
  { intros x y; apply (is_RInt_derive (V := R_CompleteNormedModule) H).
    - intros z _; unfold H; assert (form : (a * z + c) * density z = / sqrt (2 * PI) * (- a * (- z * bell z) + c * bell z))
        by (unfold density; field; lra); rewrite form.
      apply (is_derive_ext (fun x => / sqrt (2 * PI) * (- a * bell x + c * area x))); [intros t; real; unfold Rdiv; ring|].
      apply is_derive_scal, (is_derive_plus (fun x => - a * bell x) (fun x => c * area x)); apply is_derive_scal; [apply is_derive_bell|apply is_derive_area].
    - intros z _; apply (continuous_mult (K := R_AbsRing) (fun z => a * z + c) density); [|apply continuous_density].
      apply (ex_derive_continuous (fun z => a * z + c)); auto_derive; trivial. }
  assert (sign : forall z, (s <= z -> 0 <= a * z + c) /\ (z <= s -> a * z + c <= 0)).
  { intros z; unfold s; replace (a * z + c) with (a * (z + c / a)) by (field; lra); split; intros order.
    - apply Rmult_le_pos; lra.
    - assert (0 <= a * - (z + c / a)) by (apply Rmult_le_pos; lra); lra. }
  assert (above : forall x, s <= x -> RInt f s x = H x - H s).
  { intros x order; apply is_RInt_unique; refine (is_RInt_ext _ _ _ _ _ _ (inside s x)).
    intros z; rewrite Rmin_left by lra; intros [low _]; unfold f; rewrite Rabs_pos_eq; [reflexivity|apply sign; lra]. }
  assert (below : forall x, x <= s -> RInt f s x = H s - H x).
  { intros x order; apply is_RInt_unique; replace (H s - H x) with (opp (H x - H s)) by (unfold opp; simpl; ring).
    refine (is_RInt_ext _ _ _ _ _ _ (is_RInt_opp (V := R_NormedModule) _ _ _ _ (inside s x))).
    intros z; rewrite Rmax_left by lra; intros [_ high]; unfold f; rewrite Rabs_left1 by (apply sign; lra).
    unfold opp; simpl; ring. }
  assert (ends : forall (y : Rbar) (l : R), is_lim area y l -> is_lim bell y 0 -> is_lim H y (c * l / sqrt (2 * PI))).
  { intros y l goes vanishes; apply (is_lim_ext (fun x => / sqrt (2 * PI) * (- a * bell x + c * area x))); [intros; unfold H, Rdiv; ring|].
    replace (c * l / sqrt (2 * PI)) with (/ sqrt (2 * PI) * (- a * 0 + c * l)) by (field; lra).
    apply (is_lim_scal_l _ _ y (- a * 0 + c * l)), is_lim_plus'; [apply (is_lim_scal_l bell _ y 0)|apply (is_lim_scal_l area _ y l)]; assumption. }
  pose proof whole_root as half; unfold Rdiv in half.
  replace (2 * (a * bell (c / a) + c * area (c / a)) / sqrt (2 * PI))
    with ((c * whole / sqrt (2 * PI) - H s) - (H s - c * - whole / sqrt (2 * PI)))
    by (unfold H, s; rewrite even_bell, area_odd; field; lra).
  apply (line_from f s); [exact smooth| |].
  - apply (is_lim_ext_loc (fun x => H s - H x)); [exists s; intros x late; symmetry; apply below; lra|].
    apply (is_lim_minus' (fun _ => H s) H); [apply is_lim_const|apply ends; [apply area_left|apply bell_left]].
  - apply (is_lim_ext_loc (fun x => H x - H s)); [exists s; intros x late; symmetry; apply above; lra|].
    apply (is_lim_minus' H (fun _ => H s)); [apply ends; [apply area_right|apply bell_right]|apply is_lim_const].
Qed.

Lemma area_bounded x : Rabs (area x) <= whole.
Proof.
  assert (up : forall y, 0 <= y -> Rabs (area y) <= whole).
  { intros y right; pose proof (beyond_nonneg y right); unfold beyond in *; rewrite Rabs_pos_eq by (apply area_nonneg, right); lra. }
  destruct (Rle_dec 0 x) as [right|left]; [apply up, right|].
  rewrite <- (Ropp_involutive x), area_odd, Rabs_Ropp; apply up; lra.
Qed.

Theorem mean_of_outer a b : 0 < a ->
  mean_of_one (fun x => 2 * (a * bell (b * x / a) + b * x * area (b * x / a)) / sqrt (2 * PI)) (sqrt (a ^ 2 + b ^ 2) * mean_modulus).
Proof.
  intros positive; unfold mean_of_one; pose proof root_pos as root; pose proof PI_RGT_0 as pi.
  assert (some : 0 < a ^ 2 + b ^ 2) by (pose proof (pow2_ge_0 b); pose proof (pow_lt a 2 positive); lra).
  set (p := sqrt (a ^ 2 + b ^ 2)); assert (square : p * p = a ^ 2 + b ^ 2) by (apply sqrt_sqrt; lra).
  assert (0 < p) by (apply sqrt_lt_R0, some); assert (root_square : sqrt (2 * PI) * sqrt (2 * PI) = 2 * PI) by (apply sqrt_sqrt; lra).
  set (f := fun x => 2 * (a * bell (b * x / a) + b * x * area (b * x / a)) / sqrt (2 * PI) * density x).
  set (K := fun x => - (b / PI) * (area (b * x / a) * bell x) + p / PI * area (p * x / a)).
  assert (derived : forall x, is_derive K x (f x)).
  { intros x; unfold K; replace (f x) with
      (- (b / PI) * (b / a * bell (b * x / a) * bell x + area (b * x / a) * (- x * bell x)) + p / PI * (p / a * bell (p * x / a))).
    - assert (inner : forall r, is_derive (fun x => r * x / a) x (r / a)) by (intros r; auto_derive; [trivial|real; field; lra]).
      apply (is_derive_plus (fun x => - (b / PI) * (area (b * x / a) * bell x)) (fun x => p / PI * area (p * x / a))); apply is_derive_scal.
      + apply (is_derive_mult (fun x => area (b * x / a)) bell); [|apply is_derive_bell|intros; apply Rmult_comm].
        apply (is_derive_comp area (fun x => b * x / a)); [apply is_derive_area|apply inner].
      + apply (is_derive_comp area (fun x => p * x / a)); [apply is_derive_area|apply inner].
    - assert (product : bell (p * x / a) = bell (b * x / a) * bell x).
      { unfold bell; rewrite <- exp_plus; f_equal; replace (p * x / a * (p * x / a)) with (p * p * x * x / (a * a)) by (field; lra).
        rewrite square; field; lra. }
      rewrite product; unfold f, density.
      replace (p / PI * (p / a * (bell (b * x / a) * bell x))) with (p * p / (PI * a) * (bell (b * x / a) * bell x)) by (field; lra).
      rewrite square; replace (2 * (a * bell (b * x / a) + b * x * area (b * x / a)) / sqrt (2 * PI) * (bell x / sqrt (2 * PI)))
        with (2 * (a * bell (b * x / a) + b * x * area (b * x / a)) * bell x / (sqrt (2 * PI) * sqrt (2 * PI))) by (field; lra).
      rewrite root_square; field; lra. }
  assert (smooth : forall x, continuous f x).
  { intros x; apply (continuous_mult (K := R_AbsRing) (fun x => 2 * (a * bell (b * x / a) + b * x * area (b * x / a)) / sqrt (2 * PI)) density);
      [|apply continuous_density].
    apply (ex_derive_continuous (fun x => 2 * (a * bell (b * x / a) + b * x * area (b * x / a)) / sqrt (2 * PI))); eexists.
    assert (inner : is_derive (fun x => b * x / a) x (b / a)) by (auto_derive; [trivial|real; field; lra]).
    apply (is_derive_ext (fun x => / sqrt (2 * PI) * (2 * (a * bell (b * x / a) + b * x * area (b * x / a)))));
      [intros t; real; unfold Rdiv; ring|apply is_derive_scal, is_derive_scal].
    apply (is_derive_plus (fun x => a * bell (b * x / a)) (fun x => b * x * area (b * x / a))).
    - apply is_derive_scal, (is_derive_comp bell (fun x => b * x / a)); [apply is_derive_bell|exact inner].
    - apply (is_derive_mult (fun x => b * x) (fun x => area (b * x / a))); [auto_derive; [trivial|reflexivity]| |intros; apply Rmult_comm].
      apply (is_derive_comp area (fun x => b * x / a)); [apply is_derive_area|exact inner]. }
  assert (value : forall x, RInt f 0 x = K x).
  { intros x; apply is_RInt_unique; replace (K x) with (minus (K x) (K 0)).
    - apply (is_RInt_derive (V := R_CompleteNormedModule) K f); intros; [apply derived|apply smooth].
    - assert (start : K 0 = 0); [|rewrite start; unfold minus, plus, opp; simpl; ring].
      unfold K; replace (b * 0 / a) with 0 by (field; lra); replace (p * 0 / a) with 0 by (field; lra); rewrite area_0; ring. }
  assert (vanish : is_lim (fun x => area (b * x / a) * bell x) p_infty 0).
  { apply (is_lim_le_le_loc (fun x => - whole * bell x) (fun x => whole * bell x)).
    - exists 0; intros x _; pose proof (bell_pos x); pose proof (area_bounded (b * x / a)) as bound; apply Rabs_le_between in bound.
      split; apply Rmult_le_compat_r; lra.
    - replace (Finite 0) with (Finite (- whole * 0)) by (f_equal; ring); apply (is_lim_scal_l bell _ p_infty 0), bell_right.
    - replace (Finite 0) with (Finite (whole * 0)) by (f_equal; ring); apply (is_lim_scal_l bell _ p_infty 0), bell_right. }
  assert (far : is_lim (fun x => area (p * x / a)) p_infty whole).
  { apply (is_lim_comp area (fun x => p * x / a) p_infty whole p_infty); [apply area_right| |exists 0; intros; discriminate].
    apply (is_lim_ext (fun x => p / a * x)); [intros; field; lra|].
    assert (0 < p / a) by (apply Rdiv_lt_0_compat; lra).
    pose proof (is_lim_scal_l (fun x => x) (p / a) p_infty p_infty (is_lim_id p_infty)) as up.
    replace (Rbar_mult (p / a) p_infty) with p_infty in up; [exact up|].
    simpl; destruct (Rle_dec 0 (p / a)) as [le|no]; [destruct (Rle_lt_or_eq_dec 0 (p / a) le); [reflexivity|lra]|lra]. }
  assert (right : is_lim (fun x => RInt f 0 x) p_infty (p / PI * whole)).
  { apply (is_lim_ext K); [intros; symmetry; apply value|]; unfold K.
    replace (Finite (p / PI * whole)) with (Finite (- (b / PI) * 0 + p / PI * whole)) by (f_equal; ring).
    apply is_lim_plus'; [apply (is_lim_scal_l (fun x => area (b * x / a) * bell x) _ p_infty 0), vanish|
      apply (is_lim_scal_l (fun x => area (p * x / a)) _ p_infty whole), far]. }
  replace (p * mean_modulus) with (p / PI * whole - - (p / PI * whole)).
  - apply line; [exact smooth| |exact right]; apply odd_left; [|exact right]; intros x; rewrite !value; unfold K.
    replace (b * - x / a) with (- (b * x / a)) by (field; lra); replace (p * - x / a) with (- (p * x / a)) by (field; lra).
    rewrite !area_odd, even_bell; ring.
  - unfold mean_modulus, whole; replace (2 / PI) with (2 / PI * (2 / PI) * (PI / 2)) by (field; lra).
    assert (0 <= 2 / PI) by (left; apply Rdiv_lt_0_compat; lra).
    rewrite sqrt_mult_alt by (apply Rmult_le_pos; lra); rewrite sqrt_square by lra; field; lra.
Qed.

Theorem mean_of_pair a b : 0 < a -> mean 2 (fun z => Rabs (a * z 0%nat + b * z 1%nat)) (sqrt (a ^ 2 + b ^ 2) * mean_modulus).
Proof.
  intros positive; exists (fun x => 2 * (a * bell (b * x / a) + b * x * area (b * x / a)) / sqrt (2 * PI)).
  split; [intros x|apply mean_of_outer, positive].
  exists (fun z => Rabs (a * z + b * x)); split; [intros z; reflexivity|apply mean_of_shifted, positive].
Qed.

Lemma mean_of_itself : mean_of_one (fun x => x) 0.
Proof.
  unfold mean_of_one; pose proof root_pos as root.
  assert (same : forall x, RInt (fun t => t * density t) 0 x = (1 - bell x) / sqrt (2 * PI)).
  { intros x; apply is_RInt_unique; replace ((1 - bell x) / sqrt (2 * PI)) with (minus (- density x) (- density 0)).
    - apply (is_RInt_derive (V := R_CompleteNormedModule) (fun t => - density t)).
      + intros t _; unfold density, bell; auto_derive; [trivial|unfold Rdiv; field; lra].
      + intros t _; apply (ex_derive_continuous (fun t => t * density t)); unfold density, bell; auto_derive; repeat split; lra.
    - unfold minus, plus, opp; simpl; unfold density; replace (bell 0) with 1
        by (unfold bell; replace (- (0 * 0 / 2)) with 0 by field; symmetry; apply exp_0); field; lra. }
  assert (ends : forall y : Rbar, is_lim bell y 0 -> is_lim (fun x => RInt (fun t => t * density t) 0 x) y (/ sqrt (2 * PI))).
  { intros y vanishes; apply (is_lim_ext (fun x => / sqrt (2 * PI) * (1 - bell x))); [intros x; rewrite same; unfold Rdiv; ring|].
    replace (Finite (/ sqrt (2 * PI))) with (Finite (/ sqrt (2 * PI) * (1 - 0))) by (f_equal; ring).
    apply (is_lim_scal_l (fun x => 1 - bell x) _ y (1 - 0)), (is_lim_minus' (fun _ => 1) bell); [apply is_lim_const|exact vanishes]. }
  replace 0 with (/ sqrt (2 * PI) - / sqrt (2 * PI)) by ring; apply line; [|apply ends, bell_left|apply ends, bell_right].
  intros x; apply (ex_derive_continuous (fun t => t * density t)); unfold density, bell; auto_derive; repeat split; lra.
Qed.

Lemma mean_of_coordinate k i : (i < k)%nat -> mean k (fun z => z i) 0.
Proof.
  induction k as [|k IH]; intros small; [lia|]; destruct (Nat.eqb i k) eqn:last.
  - exists (fun x => x); split; [intros x; simpl; rewrite last; apply mean_const|apply mean_of_itself].
  - exists (fun _ => 0); split; [intros x; simpl; rewrite last; apply IH; apply Nat.eqb_neq in last; lia|].
    exact (mean_const 1 0) || (pose proof (mean_of_one_linear_in _ _ _ _ 0 0 mean_one mean_one) as known;
      replace (0 * 1 + 0 * 1) with 0 in known by ring; refine (mean_of_one_ext _ _ _ _ known); intros; ring).
Qed.
