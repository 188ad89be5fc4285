(* The area under the bell curve, and what lies beyond a point, by convergents of Mills' ratio. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Normal NormalSeries.
Open Scope R_scope.

(* area(x)^2 + 2 int_0^1 exp(-x^2 (1 + u^2)/2)/(1 + u^2) du does not depend on x. *)
Definition damped (x u : R) : R := exp (- (x * x * (1 + u * u) / 2)) / (1 + u * u).
Definition rest (x : R) : R := RInt (damped x) 0 1.
Definition slope (x u : R) : R := - (bell x * (x * bell (x * u))).

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. intros [less| ->]; [left; apply exp_increasing, less|right; reflexivity]. Qed.

Lemma above_0 u : 0 < 1 + u * u.
Proof. pose proof (Rle_0_sqr u) as h; unfold Rsqr in h; lra. Qed.

Lemma is_derive_damped x u : is_derive (fun y => damped y u) x (slope x u).
Proof.
  assert (same : slope x u = - x * exp (- (x * x * (1 + u * u) / 2))).
  { unfold slope, bell; replace (- (x * x * (1 + u * u) / 2)) with (- (x * x / 2) + - (x * u * (x * u) / 2)) by field.
    rewrite exp_plus; ring. }
  pose proof (above_0 u); rewrite same; unfold damped; auto_derive; [lra|]; unfold Rdiv; field; lra.
Qed.

Lemma Derive_damped x u : Derive (fun y => damped y u) x = slope x u.
Proof. apply is_derive_unique, is_derive_damped. Qed.

Lemma continuous_damped x u : continuous (damped x) u.
Proof.
  pose proof (above_0 u); apply (ex_derive_continuous (damped x)); unfold damped; auto_derive; repeat split; lra.
Qed.

Lemma ex_RInt_damped x a b : ex_RInt (damped x) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply continuous_damped. Qed.

Lemma continuity_bell x : continuity_pt bell x.
Proof. apply continuity_pt_filterlim, continuous_bell. Qed.

Lemma continuous_slope x u : continuity_2d_pt slope x u.
Proof.
  unfold slope; apply continuity_2d_pt_opp, continuity_2d_pt_mult.
  - apply (continuity_1d_2d_pt_comp bell (fun x _ => x)); [apply continuity_bell|apply continuity_2d_pt_id1].
  - apply continuity_2d_pt_mult; [apply continuity_2d_pt_id1|].
    apply (continuity_1d_2d_pt_comp bell (fun x u => x * u)); [apply continuity_bell|].
    apply continuity_2d_pt_mult; [apply continuity_2d_pt_id1|apply continuity_2d_pt_id2].
Qed.

Lemma RInt_slope x : RInt (slope x) 0 1 = - (bell x * area x).
Proof.
  unfold area; replace (RInt bell 0 x) with (RInt bell (x * 0 + 0) (x * 1 + 0)) by (f_equal; ring).
  rewrite <- (RInt_comp_lin bell) by apply ex_RInt_bell.
  set (inner := fun u => scal x (bell (x * u + 0))); change (RInt (slope x) 0 1 = - (bell x * RInt inner 0 1)).
  assert (integrable : ex_RInt inner 0 1).
  { apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros u _; unfold inner.
    apply (ex_derive_continuous (fun u => scal x (bell (x * u + 0)))); unfold bell, scal; simpl; unfold mult; simpl.
    auto_derive; trivial. }
  rewrite (RInt_ext _ (fun u => scal (- bell x) (inner u))).
  - rewrite (RInt_scal (V := R_CompleteNormedModule)) by exact integrable.
    match goal with |- scal ?a ?b = ?c => change (a * b = c) end; ring.
  - intros u _; unfold slope, inner; rewrite Rplus_0_r.
    match goal with |- ?c = scal ?a (scal ?b ?d) => change (c = a * (b * d)) end; ring.
Qed.

Lemma is_derive_rest x : is_derive rest x (- (bell x * area x)).
Proof.
  rewrite <- RInt_slope, <- (RInt_ext (fun u => Derive (fun y => damped y u) x)) by (intros; apply Derive_damped).
  apply (is_derive_RInt_param damped 0 1 x).
  - apply filter_forall; intros y u _; eexists; apply is_derive_damped.
  - intros u _; apply (continuity_2d_pt_ext slope); [intros; symmetry; apply Derive_damped|apply continuous_slope].
  - apply filter_forall; intros y; apply ex_RInt_damped.
Qed.

Definition level (x : R) : R := area x * area x + 2 * rest x.

Lemma is_derive_level x : is_derive level x 0.
Proof.
  replace 0 with ((bell x * area x + area x * bell x) + 2 * (- (bell x * area x))) by ring.
  apply (is_derive_plus (fun t => area t * area t) (fun t => 2 * rest t)).
  - apply (is_derive_mult area area); [apply is_derive_area|apply is_derive_area|intros; apply Rmult_comm].
  - apply (is_derive_scal rest), is_derive_rest.
Qed.

Lemma rest_0 : rest 0 = PI / 4.
Proof.
  unfold rest; rewrite (RInt_ext _ (fun u => / (1 + Rsqr u))).
  - apply is_RInt_unique; replace (PI / 4) with (minus (atan 1) (atan 0)).
    + apply (is_RInt_derive (V := R_CompleteNormedModule) atan).
      * intros u _; apply is_derive_atan.
      * intros u _; apply (ex_derive_continuous (fun u => / (1 + Rsqr u))); unfold Rsqr; auto_derive.
        pose proof (above_0 u); lra.
    + rewrite atan_0, atan_1; unfold minus, plus, opp; simpl; ring.
  - intros u _; unfold damped; replace (- (0 * 0 * (1 + u * u) / 2)) with 0 by field; rewrite exp_0.
    pose proof (above_0 u).
    match goal with |- ?a = ?b => change (@eq R a b) end; unfold Rsqr; field; lra.
Qed.

Lemma constant x : 0 <= x -> level x = PI / 2.
Proof.
  intros positive.
  assert (start : level 0 = PI / 2) by (unfold level; rewrite area_0, rest_0; field).
  assert (0 <= level x - PI / 2).
  { apply (grown (fun t => level t - PI / 2) (fun _ => 0) x positive); [rewrite start; ring| |intros; lra].
    intros t; replace 0 with (0 - 0) by ring.
    apply (is_derive_minus level (fun _ => PI / 2)); [apply is_derive_level|apply (is_derive_const (PI / 2))]. }
  assert (0 <= PI / 2 - level x); [|lra].
  apply (grown (fun t => PI / 2 - level t) (fun _ => 0) x positive); [rewrite start; ring| |intros; lra].
  intros t; replace 0 with (0 - 0) by ring.
  apply (is_derive_minus (fun _ => PI / 2) level); [apply (is_derive_const (PI / 2))|apply is_derive_level].
Qed.

Lemma rest_bounds x : 0 <= rest x <= bell x.
Proof.
  assert (small : forall u, 0 <= damped x u <= bell x).
  { intros u; pose proof (above_0 u); unfold damped, bell; split.
    - left; apply Rdiv_lt_0_compat; [apply exp_pos|assumption].
    - assert (exp (- (x * x * (1 + u * u) / 2)) <= exp (- (x * x / 2))).
      { apply exp_le; pose proof (Rle_0_sqr (x * u)) as h; unfold Rsqr in h; lra. }
      pose proof (exp_pos (- (x * x * (1 + u * u) / 2))); pose proof (Rle_0_sqr u) as h; unfold Rsqr in h.
      apply (Rmult_le_reg_r (1 + u * u)); [assumption|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra.
      pose proof (Rmult_le_pos _ _ (Rlt_le _ _ (exp_pos (- (x * x / 2)))) h); lra. }
  unfold rest; split.
  - apply RInt_ge_0; [lra|apply ex_RInt_damped|intros; apply small].
  - replace (bell x) with (RInt (fun _ => bell x) 0 1)
      by (rewrite RInt_const; match goal with |- scal ?a ?b = ?c => change (a * b = c) end; ring).
    apply RInt_le; [lra|apply ex_RInt_damped|apply ex_RInt_const|intros; apply small].
Qed.

Definition whole : R := sqrt (PI / 2).

Lemma whole_square : whole * whole = PI / 2.
Proof. apply sqrt_sqrt; pose proof PI_RGT_0; lra. Qed.

Lemma whole_pos : 0 < whole.
Proof. apply sqrt_lt_R0; pose proof PI_RGT_0; lra. Qed.

Lemma area_nonneg x : 0 <= x -> 0 <= area x.
Proof.
  intros positive; apply (grown area bell x positive area_0 is_derive_area); intros; left; apply bell_pos.
Qed.

(* What lies beyond x. *)
Definition beyond (x : R) : R := whole - area x.

Lemma beyond_nonneg x : 0 <= x -> 0 <= beyond x.
Proof.
  intros positive; unfold beyond; assert (area x <= whole); [|lra].
  apply Rsqr_incr_0; [|apply area_nonneg; assumption|left; apply whole_pos].
  unfold Rsqr; rewrite whole_square; pose proof (constant x positive) as same; unfold level in same.
  pose proof (rest_bounds x); lra.
Qed.

Lemma beyond_small x : 0 <= x -> beyond x * whole <= 2 * bell x.
Proof.
  intros positive; pose proof (beyond_nonneg x positive) as nonneg; unfold beyond in *.
  pose proof (constant x positive) as same; unfold level in same; pose proof (rest_bounds x).
  pose proof whole_square; pose proof whole_pos; pose proof (area_nonneg x positive).
  assert ((whole - area x) * (whole + area x) = 2 * rest x) by (replace (_ * _) with (whole * whole - area x * area x) by ring; lra).
  pose proof (Rmult_le_pos _ _ nonneg (area_nonneg x positive)); lra.
Qed.

Lemma bell_small y : bell y <= / (1 + y * y / 2).
Proof.
  unfold bell; rewrite exp_Ropp; apply Rinv_le_contravar.
  - pose proof (Rle_0_sqr y) as h; unfold Rsqr in h; lra.
  - destruct (Req_dec (y * y / 2) 0) as [zero|nonzero]; [rewrite zero, exp_0; lra|].
    pose proof (Rle_0_sqr y) as h; unfold Rsqr in h; left; apply exp_ineq1; lra.
Qed.

(* What falls, and ends no lower than 0, is not negative. *)
Lemma vanishing f df c x : 0 < x -> 0 < c -> (forall t, x <= t -> is_derive f t (df t)) ->
  (forall t, x <= t -> df t <= 0) -> (forall t, x <= t -> - (c * bell t) <= f t) -> 0 <= f x.
Proof.
  intros positive size derived falling late; destruct (Rle_dec 0 (f x)) as [fine|negative]; [exact fine|exfalso].
  assert (gap : 0 < - f x) by lra; set (y := x + 2 + 2 * c / - f x).
  assert (0 < 2 * c / - f x) by (apply Rdiv_lt_0_compat; lra).
  assert (later : x <= y) by (unfold y; lra).
  assert (f y <= f x).
  { destruct (MVT_gen f x y df) as [z [within equal]].
    - intros t inside; rewrite Rmin_left in inside by lra; apply derived; lra.
    - intros t inside; rewrite Rmin_left in inside by lra.
      apply continuity_pt_filterlim, (ex_derive_continuous f); exists (df t); apply derived; lra.
    - rewrite Rmin_left, Rmax_right in within by lra.
      pose proof (falling z ltac:(lra)) as down.
      pose proof (Rmult_le_pos (- df z) (y - x) ltac:(lra) ltac:(lra)); lra. }
  pose proof (late y later); pose proof (bell_small y) as small; pose proof (bell_pos y).
  assert (c * bell y < - f x); [|lra].
  apply Rle_lt_trans with (c * / (1 + y * y / 2)); [apply Rmult_le_compat_l; lra|].
  assert (y <= 1 + y * y / 2) by (pose proof (Rle_0_sqr (y - 1)) as h; unfold Rsqr in h; lra).
  assert (0 < y) by (unfold y; lra).
  apply (Rmult_lt_reg_r (1 + y * y / 2)); [lra|]; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  apply Rlt_le_trans with (- f x * y); [|apply Rmult_le_compat_l; lra].
  unfold y; replace (- f x * (x + 2 + 2 * c / - f x)) with (- f x * (x + 2) + 2 * c) by (field; lra).
  pose proof (Rmult_lt_0_compat (- f x) (x + 2) ltac:(lra) ltac:(lra)); lra.
Qed.

Definition mills_above (x : R) : R := (x * x + 2) / (x * (x * x + 3)).
Definition mills_below (x : R) : R := x * (x * x + 5) / (x * x * (x * x) + 6 * (x * x) + 3).

Lemma square_pos x : 0 < x -> 0 < x * x.
Proof. intros; apply Rmult_lt_0_compat; assumption. Qed.

Lemma is_derive_beyond x : is_derive beyond x (- bell x).
Proof.
  replace (- bell x) with (0 - bell x) by ring.
  apply (is_derive_minus (fun _ => whole) area); [apply (is_derive_const whole)|apply is_derive_area].
Qed.

Lemma is_derive_above x : 0 < x ->
  is_derive (fun t => bell t * mills_above t) x (bell x * (- 6 / (x * (x * x + 3)) ^ 2 - 1)).
Proof.
  intros positive; pose proof (square_pos x positive).
  match goal with |- is_derive _ _ ?l => replace l with (- x * bell x * mills_above x
    + bell x * (- 6 / (x * (x * x + 3)) ^ 2 - 1 + x * mills_above x)) by ring end.
  apply (is_derive_mult bell mills_above); [apply is_derive_bell| |intros; apply Rmult_comm].
  assert (0 < x * (x * x + 3)) by (apply Rmult_lt_0_compat; lra).
  unfold mills_above; auto_derive; [lra|field; lra].
Qed.

Lemma is_derive_below x : 0 < x -> is_derive (fun t => bell t * mills_below t) x
  (bell x * (24 / (x * x * (x * x) + 6 * (x * x) + 3) ^ 2 - 1)).
Proof.
  intros positive; pose proof (square_pos x positive); pose proof (square_pos (x * x) ltac:(assumption)).
  match goal with |- is_derive _ _ ?l => replace l with (- x * bell x * mills_below x
    + bell x * (24 / (x * x * (x * x) + 6 * (x * x) + 3) ^ 2 - 1 + x * mills_below x)) by ring end.
  apply (is_derive_mult bell mills_below); [apply is_derive_bell| |intros; apply Rmult_comm].
  unfold mills_below; auto_derive; [lra|field; lra].
Qed.

Theorem mills x : 0 < x -> bell x * mills_below x <= beyond x <= bell x * mills_above x.
Proof.
  intros positive; split.
  - assert (0 <= beyond x - bell x * mills_below x); [|lra].
    apply (vanishing (fun t => beyond t - bell t * mills_below t)
      (fun t => - bell t - bell t * (24 / (t * t * (t * t) + 6 * (t * t) + 3) ^ 2 - 1)) 2 x); trivial; [lra| | |].
    + intros t late; apply (is_derive_minus beyond (fun t => bell t * mills_below t));
        [apply is_derive_beyond|apply is_derive_below; lra].
    + intros t late; pose proof (square_pos t ltac:(lra)); pose proof (square_pos (t * t) ltac:(assumption)).
      pose proof (bell_pos t).
      assert (0 < bell t * (24 / (t * t * (t * t) + 6 * (t * t) + 3) ^ 2)); [|lra].
      apply Rmult_lt_0_compat, Rdiv_lt_0_compat; [lra|lra|apply pow_lt; lra].
    + intros t late; pose proof (square_pos t ltac:(lra)); pose proof (square_pos (t * t) ltac:(assumption)).
      pose proof (bell_pos t); pose proof (beyond_nonneg t ltac:(lra)).
      assert (mills_below t <= 2).
      { unfold mills_below; apply (Rmult_le_reg_r (t * t * (t * t) + 6 * (t * t) + 3)); [lra|].
        unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
        pose proof (Rmult_le_pos (t * t) ((t - 1) * (t - 1)) ltac:(lra) ltac:(pose proof (Rle_0_sqr (t - 1)); unfold Rsqr in *; lra)).
        pose proof (Rle_0_sqr (t - 1)) as h; unfold Rsqr in h; lra. }
      pose proof (Rmult_le_compat_l (bell t) _ _ ltac:(lra) ltac:(eassumption)); lra.
  - assert (0 <= bell x * mills_above x - beyond x); [|lra].
    apply (vanishing (fun t => bell t * mills_above t - beyond t)
      (fun t => bell t * (- 6 / (t * (t * t + 3)) ^ 2 - 1) - - bell t) (2 / whole) x); trivial.
    + apply Rdiv_lt_0_compat; [lra|apply whole_pos].
    + intros t late; apply (is_derive_minus (fun t => bell t * mills_above t) beyond);
        [apply is_derive_above; lra|apply is_derive_beyond].
    + intros t late; pose proof (square_pos t ltac:(lra)); pose proof (bell_pos t).
      assert (0 < bell t * (6 / (t * (t * t + 3)) ^ 2)); [|lra].
      apply Rmult_lt_0_compat, Rdiv_lt_0_compat; [lra|lra|apply pow_lt, Rmult_lt_0_compat; lra].
    + intros t late; pose proof (square_pos t ltac:(lra)); pose proof (bell_pos t); pose proof whole_pos.
      assert (0 < bell t * mills_above t).
      { unfold mills_above; apply Rmult_lt_0_compat, Rdiv_lt_0_compat; [lra|lra|apply Rmult_lt_0_compat; lra]. }
      assert (beyond t <= 2 / whole * bell t); [|lra].
      apply (Rmult_le_reg_r whole); [lra|].
      replace (2 / whole * bell t * whole) with (2 * bell t) by (field; lra); apply beyond_small; lra.
Qed.

Lemma Phi_beyond x : Phi (- x) = beyond x / sqrt (2 * PI).
Proof.
  pose proof (sqrt_lt_R0 (2 * PI) ltac:(pose proof PI_RGT_0; lra)).
  assert (half : whole / sqrt (2 * PI) = / 2).
  { unfold whole; pose proof PI_RGT_0; rewrite <- sqrt_div by lra.
    replace (PI / 2 / (2 * PI)) with (/ 2 * / 2) by (field; lra); apply sqrt_square; lra. }
  rewrite Phi_area, area_odd; unfold beyond; unfold Rdiv in *; rewrite Rmult_minus_distr_r, half; ring.
Qed.

Lemma Phi_opposite x : Phi (- x) = 1 - Phi x.
Proof. rewrite !Phi_area, area_odd; unfold Rdiv; lra. Qed.

Theorem Phi_between x : 0 < Phi x < 1.
Proof.
  assert (low : forall y, 0 < y -> 0 < Phi (- y) <= / 2).
  { intros y positive; pose proof (sqrt_lt_R0 (2 * PI) ltac:(pose proof PI_RGT_0; lra)).
    destruct (mills y positive) as [lower _]; pose proof (square_pos y positive).
    pose proof (square_pos (y * y) ltac:(assumption)); split.
    - rewrite Phi_beyond; apply Rdiv_lt_0_compat; [|assumption]; apply Rlt_le_trans with (2 := lower).
      apply Rmult_lt_0_compat, Rdiv_lt_0_compat; [apply bell_pos|apply Rmult_lt_0_compat; lra|lra].
    - rewrite Phi_area, area_odd; pose proof (area_nonneg y (Rlt_le _ _ positive)).
      assert (0 <= area y / sqrt (2 * PI)) by (apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat]; assumption).
      unfold Rdiv in *; lra. }
  destruct (Rtotal_order x 0) as [negative|[->|positive]].
  - specialize (low (- x) ltac:(lra)); rewrite Ropp_involutive in low; lra.
  - rewrite Phi_area, area_0; unfold Rdiv; lra.
  - specialize (low x positive); rewrite Phi_opposite in low; lra.
Qed.
