(* The normal distribution is log-concave: what its powers integrate to over short cells is bounded by tangents. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail NormalMean NormalEvents Gaussian Bandit.
Open Scope R_scope.

(* The slope of the logarithm of Phi. *)
Definition ratio (x : R) : R := density x / Phi x.

Lemma is_derive_density x : is_derive density x (- x * density x).
Proof. unfold density, bell; pose proof root_pos; auto_derive; [lra|unfold Rdiv; field; lra]. Qed.

Lemma tail_area x : 0 <= x * Phi x + density x.
Proof.
  pose proof (Phi_between x); pose proof (density_pos x); pose proof root_pos.
  destruct (Rle_dec 0 x) as [right|left]; [assert (0 <= x * Phi x) by (apply Rmult_le_pos; lra); lra|].
  pose proof (mills (- x) ltac:(lra)) as [_ above]; pose proof (Phi_beyond (- x)) as far; rewrite Ropp_involutive in far.
  assert (even : bell (- x) = bell x) by (unfold bell; f_equal; field).
  pose proof (bell_pos x) as high; unfold mills_above in above; rewrite even in above.
  assert (less : - x * beyond (- x) <= bell x).
  { apply Rle_trans with (- x * (bell x * ((- x * - x + 2) / (- x * (- x * - x + 3))))); [apply Rmult_le_compat_l; lra|].
    replace (- x * (bell x * ((- x * - x + 2) / (- x * (- x * - x + 3))))) with (bell x - bell x * / (x * x + 3)) by (field; nra).
    assert (0 < / (x * x + 3)) by (apply Rinv_0_lt_compat; nra); nra. }
  rewrite far; unfold density; replace (x * (beyond (- x) / sqrt (2 * PI)) + bell x / sqrt (2 * PI))
    with ((bell x - - x * beyond (- x)) / sqrt (2 * PI)) by (field; lra).
  apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
Qed.

Lemma is_derive_ratio x : is_derive ratio x (- (x * Phi x + density x) * density x / (Phi x * Phi x)).
Proof.
  pose proof (Phi_between x).
  replace (- (x * Phi x + density x) * density x / (Phi x * Phi x))
    with ((- x * density x * Phi x - density x * density x) / Phi x ^ 2) by (field; lra).
  apply is_derive_div; [apply is_derive_density|apply is_derive_Phi|lra].
Qed.

Lemma ratio_falls x y : x <= y -> ratio y <= ratio x.
Proof.
  intros [up| ->]; [|lra]; destruct (MVT_gen ratio x y (fun x => - (x * Phi x + density x) * density x / (Phi x * Phi x))) as (t & _ & equal).
  - intros t _; apply is_derive_ratio.
  - intros t _; apply continuity_pt_filterlim, (ex_derive_continuous ratio); eexists; apply is_derive_ratio.
  - pose proof (tail_area t); pose proof (density_pos t); pose proof (Phi_between t).
    assert (0 <= (t * Phi t + density t) * density t / (Phi t * Phi t)).
    { apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra]. }
    replace (- (t * Phi t + density t) * density t / (Phi t * Phi t)) with (- ((t * Phi t + density t) * density t / (Phi t * Phi t))) in equal by (field; lra).
    nra.
Qed.

Lemma is_derive_log_Phi x : is_derive (fun x => ln (Phi x)) x (ratio x).
Proof.
  pose proof (Phi_between x); unfold ratio; replace (density x / Phi x) with (density x * / Phi x) by reflexivity.
  apply (is_derive_comp ln Phi x (/ Phi x) (density x)); [|apply is_derive_Phi].
  apply is_derive_Reals, derivable_pt_lim_ln; lra.
Qed.

Theorem Phi_below_tangent x y : Phi y <= Phi x * exp (ratio x * (y - x)).
Proof.
  pose proof (Phi_between x); pose proof (Phi_between y).
  assert (below : ln (Phi y) <= ln (Phi x) + ratio x * (y - x)).
  { destruct (MVT_gen (fun x => ln (Phi x)) x y ratio) as (t & between & equal).
    - intros t _; apply is_derive_log_Phi.
    - intros t _; apply continuity_pt_filterlim, (ex_derive_continuous (fun x => ln (Phi x))); eexists; apply is_derive_log_Phi.
    - cut (ratio t * (y - x) <= ratio x * (y - x)); [lra|]; destruct (Rle_dec x y) as [up|down].
      + rewrite Rmin_left, Rmax_right in between by lra; apply Rmult_le_compat_r; [lra|apply ratio_falls; lra].
      + rewrite Rmin_right, Rmax_left in between by lra; pose proof (ratio_falls t x ltac:(lra)); nra. }
  rewrite <- (exp_ln (Phi y)), <- (exp_ln (Phi x)) at 1 by lra; rewrite <- exp_plus; apply exp_le, below.
Qed.

Definition powered (k : nat) (c x : R) : R := Phi (x + c) ^ k * density x.
Definition incline (k : nat) (c x : R) : R := INR k * ratio (x + c) - x.

Lemma exp_times k x : exp x ^ k = exp (INR k * x).
Proof. induction k as [|k IH]; [simpl; rewrite Rmult_0_l, exp_0; ring|]; rewrite S_INR; simpl; rewrite IH, <- exp_plus; f_equal; ring. Qed.

Lemma powered_below_tangent k c x y : powered k c y <= powered k c x * exp (incline k c x * (y - x)).
Proof.
  unfold powered, incline; pose proof (Phi_between (x + c)); pose proof (Phi_between (y + c)).
  pose proof (density_pos x); pose proof (density_pos y).
  assert (one : Phi (y + c) ^ k <= Phi (x + c) ^ k * exp (INR k * (ratio (x + c) * (y - x)))).
  { rewrite <- exp_times, <- Rpow_mult_distr; apply pow_incr; split; [lra|].
    replace (y - x) with (y + c - (x + c)) by ring; apply Phi_below_tangent. }
  assert (two : density y <= density x * exp (- x * (y - x))).
  { unfold density; unfold Rdiv; rewrite Rmult_assoc, (Rmult_comm (/ _)), <- Rmult_assoc; apply Rmult_le_compat_r.
    - left; apply Rinv_0_lt_compat, root_pos.
    - unfold bell; rewrite <- exp_plus; apply exp_le; pose proof (pow2_ge_0 (y - x)); nra. }
  replace (Phi (x + c) ^ k * density x * exp ((INR k * ratio (x + c) - x) * (y - x)))
    with (Phi (x + c) ^ k * exp (INR k * (ratio (x + c) * (y - x))) * (density x * exp (- x * (y - x)))).
  - apply Rmult_le_compat; [apply pow_le; lra|lra|exact one|exact two].
  - replace ((INR k * ratio (x + c) - x) * (y - x)) with (INR k * (ratio (x + c) * (y - x)) + - x * (y - x)) by ring.
    rewrite exp_plus; ring.
Qed.

(* Where a function and its slope are 0 at 0, and its second derivative is no less than itself, it is not negative. *)
Lemma rises (f df ddf : R -> R) (x : R) : (forall t, is_derive f t (df t)) -> (forall t, is_derive df t (ddf t)) ->
  (forall t, 0 <= t -> f t <= ddf t) -> f 0 = 0 -> df 0 = 0 -> 0 <= x -> 0 <= f x.
Proof.
  intros one two more at_0 at_0' right.
  assert (grows : forall (g dg : R -> R) (y : R), 0 <= y -> (forall t, is_derive g t (dg t)) -> (forall t, 0 <= t -> 0 <= dg t) -> g 0 = 0 -> 0 <= g y).
  { intros g dg y up of nonneg start; destruct (MVT_gen g 0 y dg) as (t & between & equal).
    - intros t _; apply of.
    - intros t _; apply continuity_pt_filterlim, (ex_derive_continuous g); eexists; apply of.
    - rewrite Rmin_left in between by lra; specialize (nonneg t ltac:(lra)); nra. }
  assert (first : forall t, 0 <= t -> 0 <= f t + df t).
  { intros t late; pose proof (exp_pos (- t)).
    assert (0 <= exp (- t) * (f t + df t)); [|nra].
    apply (grows (fun t => exp (- t) * (f t + df t)) (fun t => exp (- t) * (ddf t - f t)) t late).
    - intros u; auto_derive; [split; [eexists; apply one|split; [eexists; apply two|trivial]]|].
      replace (Derive (fun x => f x) u) with (df u) by (symmetry; apply is_derive_unique, one).
      replace (Derive (fun x => df x) u) with (ddf u) by (symmetry; apply is_derive_unique, two); ring.
    - intros u later; pose proof (exp_pos (- u)); specialize (more u later); nra.
    - rewrite at_0, at_0'; ring. }
  pose proof (exp_pos x); assert (0 <= exp x * f x); [|nra].
  apply (grows (fun t => exp t * f t) (fun t => exp t * (f t + df t)) x right).
  - intros u; auto_derive; [eexists; apply one|].
    replace (Derive (fun x => f x) u) with (df u) by (symmetry; apply is_derive_unique, one); ring.
  - intros u later; pose proof (exp_pos u); specialize (first u later); nra.
  - rewrite at_0; ring.
Qed.

Lemma sinh_small x : 0 <= x -> exp x - exp (- x) <= 2 * x * exp (x ^ 2 / 6).
Proof.
  intros right; cut (0 <= 2 * x * exp (x ^ 2 / 6) - (exp x - exp (- x))); [lra|].
  apply (rises (fun x => 2 * x * exp (x ^ 2 / 6) - (exp x - exp (- x)))
    (fun x => (2 + 2 * x ^ 2 / 3) * exp (x ^ 2 / 6) - (exp x + exp (- x)))
    (fun x => (2 * x + 2 * x ^ 3 / 9) * exp (x ^ 2 / 6) - (exp x - exp (- x)))); try (exact right).
  - intros t; auto_derive; [trivial|replace (t * (t * 1) * / 6) with (t ^ 2 / 6) by field; field].
  - intros t; auto_derive; [trivial|replace (t * (t * 1) * / 6) with (t ^ 2 / 6) by field; field].
  - intros t late; pose proof (exp_pos (t ^ 2 / 6)); pose proof (pow_le t 3 late).
    assert (0 <= t ^ 3 * exp (t ^ 2 / 6)) by (apply Rmult_le_pos; lra); nra.
  - replace (0 ^ 2 / 6) with 0 by field; rewrite Ropp_0, exp_0; ring.
  - replace (0 ^ 2 / 6) with 0 by field; rewrite Ropp_0, exp_0; field.
Qed.

Lemma slope_integral s h : 0 < h ->
  exists l, is_RInt (fun t => exp (s * t)) (- h) h l /\ l <= 2 * h * exp ((s * h) ^ 2 / 6).
Proof.
  intros positive; destruct (Req_dec s 0) as [->|other].
  - exists (2 * h); split; [|replace ((0 * h) ^ 2 / 6) with 0 by field; rewrite exp_0; lra].
    apply (is_RInt_ext (fun _ => 1)); [intros; rewrite Rmult_0_l, exp_0; reflexivity|].
    replace (2 * h) with (scal (h - - h) 1) by (change ((h - - h) * 1 = 2 * h); ring); apply (is_RInt_const (V := R_NormedModule)).
  - exists (exp (s * h) / s - exp (s * - h) / s); split.
    + apply (is_RInt_derive (V := R_CompleteNormedModule) (fun t => exp (s * t) / s)).
      * intros t _; auto_derive; [trivial|field; exact other].
      * intros t _; apply (ex_derive_continuous (fun t => exp (s * t))); auto_derive; trivial.
    + assert (up : forall c, 0 < c -> exp (c * h) / c - exp (- (c * h)) / c <= 2 * h * exp ((c * h) ^ 2 / 6)).
      { intros c right; pose proof (sinh_small (c * h) ltac:(apply Rmult_le_pos; lra)) as known.
        apply (Rmult_le_reg_l c); [exact right|].
        replace (c * (exp (c * h) / c - exp (- (c * h)) / c)) with (exp (c * h) - exp (- (c * h))) by (field; lra); lra. }
      replace (s * - h) with (- (s * h)) by ring; destruct (Rdichotomy s 0 other) as [left|right]; [|apply up, right].
      specialize (up (- s) ltac:(lra)); replace (- s * h) with (- (s * h)) in up by ring; rewrite Ropp_involutive in up.
      replace ((s * h) ^ 2) with ((- (s * h)) ^ 2) by ring.
      replace (exp (s * h) / s - exp (- (s * h)) / s) with (exp (- (s * h)) / - s - exp (s * h) / - s) by (field; lra); exact up.
Qed.

Lemma continuous_powered k c x : continuous (powered k c) x.
Proof.
  apply (continuous_mult (K := R_AbsRing) (fun x => Phi (x + c) ^ k) density); [|apply continuous_density].
  apply (ex_derive_continuous (fun x => Phi (x + c) ^ k)), ex_derive_pow.
  eexists; apply (is_derive_comp Phi (fun x => x + c)); [apply is_derive_Phi|auto_derive; [trivial|reflexivity]].
Qed.

Lemma ex_RInt_powered k c a b : ex_RInt (powered k c) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply continuous_powered. Qed.

Definition cell (k : nat) (c h x : R) : R := 2 * h * (powered k c x * exp ((incline k c x * h) ^ 2 / 6)).

Theorem integral_of_cell k c h x : 0 < h -> RInt (powered k c) (x - h) (x + h) <= cell k c h x.
Proof.
  intros positive; destruct (slope_integral (incline k c x) h positive) as (l & integral & small).
  assert (nonneg : 0 <= powered k c x).
  { apply Rmult_le_pos; [apply pow_le; pose proof (Phi_between (x + c)); lra|left; apply density_pos]. }
  assert (moved : is_RInt (fun y => powered k c x * exp (incline k c x * (y - x))) (x - h) (x + h) (powered k c x * l)).
  { apply (is_RInt_scal (V := R_NormedModule) (fun y => exp (incline k c x * (y - x))) (x - h) (x + h) (powered k c x) l).
    replace (- h) with (1 * (x - h) + - x) in integral by ring; replace h with (1 * (x + h) + - x) in integral at 2 by ring.
    apply (is_RInt_comp_lin (V := R_NormedModule) (fun t => exp (incline k c x * t))) in integral.
    refine (is_RInt_ext _ _ _ _ _ _ integral); intros y _.
    change (1 * exp (incline k c x * (1 * y + - x)) = exp (incline k c x * (y - x))).
    rewrite Rmult_1_l; do 2 f_equal; ring. }
  apply Rle_trans with (powered k c x * l).
  - apply (is_RInt_le (powered k c) (fun y => powered k c x * exp (incline k c x * (y - x))) (x - h) (x + h)); [lra| |exact moved|].
    + apply (RInt_correct (V := R_CompleteNormedModule)), ex_RInt_powered.
    + intros y _; apply powered_below_tangent.
  - unfold cell; replace (2 * h * (powered k c x * exp ((incline k c x * h) ^ 2 / 6)))
      with (powered k c x * (2 * h * exp ((incline k c x * h) ^ 2 / 6))) by ring.
    apply Rmult_le_compat_l; assumption.
Qed.

Lemma integral_of_cells k c h a N : 0 < h ->
  RInt (powered k c) a (a + 2 * h * INR N) <= sum N (fun i => cell k c h (a + h + 2 * h * INR i)).
Proof.
  intros positive; induction N as [|N IH].
  - simpl; rewrite Rmult_0_r, Rplus_0_r, RInt_point; apply Rle_refl.
  - rewrite <- (RInt_Chasles _ a (a + 2 * h * INR N)) by apply ex_RInt_powered; cbn [sum].
    apply Rplus_le_compat; [exact IH|]; pose proof (integral_of_cell k c h (a + h + 2 * h * INR N) positive) as last.
    rewrite S_INR; replace (a + h + 2 * h * INR N - h) with (a + 2 * h * INR N) in last by ring.
    replace (a + h + 2 * h * INR N + h) with (a + 2 * h * (INR N + 1)) in last by ring; exact last.
Qed.

Lemma integral_of_density a b : is_RInt density a b (Phi b - Phi a).
Proof.
  apply (is_RInt_derive (V := R_CompleteNormedModule) Phi density); intros t _; [apply is_derive_Phi|apply continuous_density].
Qed.

Lemma powered_small k c x : powered k c x <= density x.
Proof.
  unfold powered; pose proof (density_pos x); pose proof (Phi_between (x + c)).
  assert (Phi (x + c) ^ k <= 1) by (rewrite <- (pow1 k); apply pow_incr; lra); nra.
Qed.

Lemma integral_far k c a b : a <= b -> RInt (powered k c) a b <= Phi b - Phi a.
Proof.
  intros order; apply (is_RInt_le (powered k c) density a b); [exact order| |apply integral_of_density|intros; apply powered_small].
  apply (RInt_correct (V := R_CompleteNormedModule)), ex_RInt_powered.
Qed.

(* All of the line: the cells, and what the density leaves on both sides. *)
Theorem mean_of_power k c h T N p : 0 < h -> - T + 2 * h * INR N = T -> mean_of_one (fun x => Phi (x + c) ^ k) p ->
  p <= 1 - (2 * Phi T - 1) + sum N (fun i => cell k c h (- T + h + 2 * h * INR i)).
Proof.
  intros positive ends known; set (bound := _ + _); apply Rnot_lt_le; intros more.
  pose proof (proj1 (filterlimi_locally (F := filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty))
    (fun ab => is_RInt (powered k c) (fst ab) (snd ab)) p) known) as near.
  destruct (near (mkposreal (p - bound) ltac:(lra))) as [Q Q' [x left] [y right] close].
  pose (a := Rmin (x - 1) (- T)); pose (b := Rmax (y + 1) T).
  assert (a <= - T) by apply Rmin_r; assert (T <= b) by apply Rmax_r.
  destruct (close a b (left a ltac:(pose proof (Rmin_l (x - 1) (- T)); unfold a in *; lra))
    (right b ltac:(pose proof (Rmax_l (y + 1) T); unfold b; lra))) as [l [value far]]; simpl in value.
  change (Rabs (l - p) < p - bound) in far; apply Rabs_def2 in far; destruct far as [_ far]; cbn [pos] in far.
  rewrite <- (is_RInt_unique _ _ _ _ value) in far.
  rewrite <- (RInt_Chasles _ a (- T) b), <- (RInt_Chasles _ (- T) T b) in far by apply ex_RInt_powered.
  repeat match type of far with context [plus ?u ?v] => change (plus u v) with (u + v) in far end.
  pose proof (integral_far k c a (- T) ltac:(lra)); pose proof (integral_far k c T b ltac:(lra)).
  pose proof (integral_of_cells k c h (- T) N positive) as middle; rewrite ends in middle.
  pose proof (Phi_between a); pose proof (Phi_between b); pose proof (Phi_opposite T); unfold bound in *; lra.
Qed.
