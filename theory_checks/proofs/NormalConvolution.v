(* The mean of the normal distribution function at a normal number, its tangents, and Sampford's bound on the tail. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require NormalCells.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents Laws Gaussian MeanExists GaussianShift.
Open Scope R_scope.

Lemma continuous_Phi x : continuous Phi x.
Proof. apply (ex_derive_continuous Phi); exists (density x); apply is_derive_Phi. Qed.

(* Between two values, by the derivative *)
Lemma between (f df : R -> R) a b : (forall t, is_derive f t (df t)) -> exists z, Rmin a b <= z <= Rmax a b /\ f b - f a = df z * (b - a).
Proof.
  intros derivative; apply (MVT_gen f a b df); intros t _; [apply derivative|].
  apply continuity_pt_filterlim, (ex_derive_continuous f); exists (df t); apply derivative.
Qed.

Lemma slope_of_density x : Rabs (x * density x) <= 1.
Proof.
  pose proof (density_pos x); pose proof (density_most x); rewrite Rabs_mult, (Rabs_pos_eq (density x)) by lra.
  assert (root : 1 <= sqrt (2 * PI)) by (rewrite <- sqrt_1; apply sqrt_le_1_alt; pose proof PI2_3_2; unfold PI2 in *; lra).
  unfold density, Rdiv; assert (small : Rabs x * bell x <= 1).
  { unfold bell; rewrite exp_Ropp; pose proof (exp_ineq1_le (x * x / 2)); pose proof (Rabs_pos x).
    assert (Rabs x * Rabs x = x * x) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
    apply (Rmult_le_reg_r (exp (x * x / 2))); [apply exp_pos|]; rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by (pose proof (exp_pos (x * x / 2)); lra).
    assert (0 <= (Rabs x - 1) * (Rabs x - 1)) by apply Rle_0_sqr; nra. }
  pose proof (bell_pos x); pose proof (Rabs_pos x); rewrite <- Rmult_assoc; apply Rle_trans with (1 * / sqrt (2 * PI)).
  - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|exact small].
  - rewrite Rmult_1_l, <- Rinv_1; apply Rinv_le_contravar; lra.
Qed.

Lemma second_order a d : Rabs (Phi (a + d) - Phi a - d * density a) <= d * d.
Proof.
  destruct (between Phi density a (a + d) is_derive_Phi) as (z & within & equal).
  destruct (between density (fun t => - t * density t) a z NormalCells.is_derive_density) as (y & _ & slope).
  replace (Phi (a + d) - Phi a - d * density a) with (d * (density z - density a)) by lra; rewrite slope, !Rabs_mult.
  pose proof (slope_of_density y) as flat; rewrite Rabs_mult in flat; rewrite Rabs_Ropp.
  assert (near : Rabs (z - a) <= Rabs d).
  { apply Rabs_le; unfold Rabs; destruct (Rcase_abs d).
    - rewrite Rmin_right, Rmax_left in within by lra; lra.
    - rewrite Rmin_left, Rmax_right in within by lra; lra. }
  pose proof (Rabs_pos d); pose proof (Rabs_pos (z - a)); pose proof (Rabs_pos y); pose proof (Rabs_pos (density y)).
  assert (Rabs d * Rabs d = d * d) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  apply Rle_trans with (Rabs d * (1 * Rabs d)); [|lra]; apply Rmult_le_compat_l; [assumption|]; apply Rmult_le_compat; try assumption; apply Rmult_le_pos; assumption.
Qed.

Section Convolution.
Variable b : R.
Let r : R := sqrt (1 + b * b).

Lemma r_square : 0 < r /\ r * r = 1 + b * b.
Proof. pose proof (Rle_0_sqr b) as known; unfold Rsqr in known; split; [apply sqrt_lt_R0; lra|apply sqrt_sqrt; lra]. Qed.

Lemma exists_mean a : exists l, mean_of_one (fun z => Phi (a + b * z)) l.
Proof.
  apply (mean_of_one_exists 1 0); try lra.
  - intros x; apply (continuous_comp (fun z => a + b * z) Phi); [apply (ex_derive_continuous (fun z => a + b * z)); auto_derive; trivial|apply continuous_Phi].
  - intros x; pose proof (Phi_between (a + b * x)); rewrite Rabs_pos_eq; lra.
Qed.

(* Both densities make one. *)
Lemma mean_of_density a : mean_of_one (fun z => density (a + b * z)) (density (a / r) / r).
Proof.
  destruct r_square as [positive square]; pose proof root_pos as root.
  (* density (a + b z) density z = density (a/r) * density (r (z + a b/r^2)) *)
  assert (one : forall c, is_RInt_gen (fun z => density (r * z + c)) (Rbar_locally m_infty) (Rbar_locally p_infty) (/ r)).
  { intros c P near; pose proof mean_one as known; unfold mean_of_one in known.
    assert (whole : is_RInt_gen density (Rbar_locally m_infty) (Rbar_locally p_infty) 1).
    { revert known; apply is_RInt_gen_ext, filter_forall; intros ends x _; match goal with |- ?u = ?v => change (@eq R u v) end; ring. }
    assert (scaled : is_RInt_gen (fun y => / r * density y) (Rbar_locally m_infty) (Rbar_locally p_infty) (/ r)).
    { pose proof (is_RInt_gen_scal (V := R_NormedModule) _ (/ r) _ whole) as it; change (scal (/ r) 1) with (/ r * 1) in it; rewrite Rmult_1_r in it; exact it. }
    destruct (scaled P near) as [Q T [M low] [N high] both].
    exists (fun u => Q (r * u + c)) (fun u => T (r * u + c)).
    - exists ((M - c) / r); intros u less; apply low; apply (Rmult_lt_compat_l r) in less; [|exact positive]; replace (r * ((M - c) / r)) with (M - c) in less by (field; lra); lra.
    - exists ((N - c) / r); intros u more; apply high; apply (Rmult_lt_compat_l r) in more; [|exact positive]; replace (r * ((N - c) / r)) with (N - c) in more by (field; lra); lra.
    - intros u v first second; destruct (both _ _ first second) as (y & integral & close); exists y; split; [|exact close]; simpl in *.
      apply (is_RInt_ext (fun z => scal r (/ r * density (r * z + c)))).
      + intros x _; change (r * (/ r * density (r * x + c)) = density (r * x + c)); field; lra.
      + apply (is_RInt_comp_lin (V := R_NormedModule) (fun y => / r * density y) r c); exact integral. }
  unfold mean_of_one; pose proof (is_RInt_gen_scal (V := R_NormedModule) _ (density (a / r)) _ (one (a * b / r))) as known.
  change (scal (density (a / r)) (/ r)) with (density (a / r) / r) in known; revert known; apply is_RInt_gen_ext, filter_forall; intros ends z _.
  change (density (a / r) * density (r * z + a * b / r) = density (a + b * z) * density z); unfold density, bell.
  replace (exp (- (a / r * (a / r) / 2)) / sqrt (2 * PI) * (exp (- ((r * z + a * b / r) * (r * z + a * b / r) / 2)) / sqrt (2 * PI)))
    with (exp (- (a / r * (a / r) / 2)) * exp (- ((r * z + a * b / r) * (r * z + a * b / r) / 2)) / (sqrt (2 * PI) * sqrt (2 * PI))) by (field; lra).
  replace (exp (- ((a + b * z) * (a + b * z) / 2)) / sqrt (2 * PI) * (exp (- (z * z / 2)) / sqrt (2 * PI)))
    with (exp (- ((a + b * z) * (a + b * z) / 2)) * exp (- (z * z / 2)) / (sqrt (2 * PI) * sqrt (2 * PI))) by (field; lra).
  rewrite <- !exp_plus; do 2 f_equal.
  transitivity (- (a * a * (1 + b * b) / (r * r) + (r * r) * (z * z) + 2 * a * b * z) / 2); [field; lra|rewrite square; field; nra].
Qed.

Lemma mean_of_reflected f l : mean_of_one f l -> mean_of_one (fun z => f (- z)) l.
Proof.
  unfold mean_of_one; intros of P near; destruct (of P near) as [Q T [M low] [N high] both].
  exists (fun u => T (- u)) (fun v => Q (- v)); [exists (- N); intros; apply high; lra|exists (- M); intros; apply low; lra|].
  intros u v one two; destruct (both _ _ two one) as (y & integral & close); exists y; split; [|exact close]; simpl in *.
  apply is_RInt_swap in integral.
  assert (turned : is_RInt (fun z => scal (-1) ((fun x => f x * density x) (-1 * z + 0))) u v (opp y)).
  { apply (is_RInt_comp_lin (V := R_NormedModule) (fun x => f x * density x) (-1) 0 u v); replace (-1 * u + 0) with (- u) by ring; replace (-1 * v + 0) with (- v) by ring; exact integral. }
  apply (is_RInt_scal (V := R_NormedModule) _ _ _ (-1)) in turned; change (scal (-1) (opp y)) with (-1 * - y) in turned; replace (-1 * - y) with y in turned by ring.
  revert turned; apply is_RInt_ext; intros z _; change (-1 * (-1 * (f (-1 * z + 0) * density (-1 * z + 0))) = f (- z) * density z).
  replace (-1 * z + 0) with (- z) by ring; rewrite <- (MeanExists.density_even z); ring.
Qed.

Variable h : R -> R.
Hypothesis averaged : forall a, mean_of_one (fun z => Phi (a + b * z)) (h a).

Lemma derivative_of_mean a : is_derive h a (density (a / r) / r).
Proof.
  apply is_derive_Reals; intros e positive; exists (mkposreal e positive); intros t other close; simpl in close.
  assert (near : Rabs (h (a + t) - h a - t * (density (a / r) / r)) <= t * t).
  { pose proof normal_law as lawful.
    pose proof (of_sum _ lawful _ _ 1 (- t) _ _ (of_sum _ lawful _ _ 1 (-1) _ _ (averaged (a + t)) (averaged a)) (mean_of_density a)) as gap.
    pose proof (mean_of_one_const (t * t)) as up; pose proof (mean_of_one_const (- (t * t))) as down.
    assert (bounds : forall z, - (t * t) <= 1 * (1 * Phi (a + t + b * z) + -1 * Phi (a + b * z)) + - t * density (a + b * z) <= t * t).
    { intros z; pose proof (second_order (a + b * z) t) as bound; apply Rabs_le_between in bound; replace (a + t + b * z) with (a + b * z + t) by ring; lra. }
    pose proof (mean_of_one_le _ _ _ _ gap up (fun z => proj2 (bounds z))); pose proof (mean_of_one_le _ _ _ _ down gap (fun z => proj1 (bounds z))).
    apply Rabs_le; lra. }
  replace ((h (a + t) - h a) / t - density (a / r) / r) with ((h (a + t) - h a - t * (density (a / r) / r)) / t) by (field; destruct r_square; split; [lra|exact other]).
  unfold Rdiv; rewrite Rabs_mult, Rabs_inv; pose proof (Rabs_pos_lt t other) as some.
  apply Rle_lt_trans with (t * t * / Rabs t); [apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, some|exact near]|].
  replace (t * t) with (Rabs t * Rabs t) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr); rewrite Rmult_assoc, Rinv_r by lra; lra.
Qed.

Theorem mean_of_Phi a : h a = Phi (a / r).
Proof.
  destruct r_square as [positive _].
  assert (flat : forall t, is_derive (fun t => h t - Phi (t / r)) t 0).
  { intros t; replace 0 with (density (t / r) / r - / r * density (t / r)) by (unfold Rdiv; ring).
    apply (is_derive_minus h (fun t => Phi (t / r))); [apply derivative_of_mean|].
    apply (is_derive_comp Phi (fun t => t / r)); [apply is_derive_Phi|auto_derive; [trivial|field; lra]]. }
  assert (centre : h 0 = / 2).
  { pose proof (averaged 0) as one; pose proof (mean_of_reflected _ _ one) as other.
    pose proof (of_sum _ normal_law _ _ 1 1 _ _ one other) as both; pose proof (mean_of_one_const 1) as whole.
    assert (equal : h 0 + h 0 = 1); [|lra].
    apply (mean_of_one_ext _ (fun _ => 1)) in both.
    - pose proof (law_unique _ normal_law _ _ _ both whole); lra.
    - intros z; replace (0 + b * - z) with (- (0 + b * z)) by ring; rewrite Phi_opposite; ring. }
  destruct (between (fun t => h t - Phi (t / r)) (fun _ => 0) 0 a flat) as (z & _ & equal).
  assert (Phi (0 / r) = / 2) as half by (replace (0 / r) with 0 by (field; lra); pose proof (Phi_opposite 0) as known; rewrite Ropp_0 in known; lra); lra.
Qed.
End Convolution.

(* The mean exists, and is that. *)
Theorem convolution a b : mean_of_one (fun z => Phi (a + b * z)) (Phi (a / sqrt (1 + b * b))).
Proof.
  assert (all : exists h, forall a, mean_of_one (fun z => Phi (a + b * z)) (h a)).
  { exists (fun a => RInt_gen (fun x => Phi (a + b * x) * density x) (Rbar_locally m_infty) (Rbar_locally p_infty)).
    intros c; destruct (exists_mean b c) as [l known]; unfold mean_of_one in *; rewrite (is_RInt_gen_unique _ _ known); exact known. }
  destruct all as [h averaged]; rewrite <- (mean_of_Phi b h averaged a); apply averaged.
Qed.

Lemma density_falls x y : Rabs x <= Rabs y -> density y <= density x.
Proof.
  intros far; unfold density; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, root_pos|]; unfold bell; apply exp_le.
  assert (forall t, t * t = Rabs t * Rabs t) as square by (intros t; rewrite <- Rabs_mult; symmetry; apply Rabs_pos_eq, Rle_0_sqr).
  pose proof (Rabs_pos x); rewrite (square x), (square y); nra.
Qed.

(* Left of 0 the tangent is below, and further on as long as it is below at the end. *)
Theorem above_tangent x reach t : x <= 0 -> 0 <= reach -> Phi x + density x * reach <= Phi (x + reach) -> t <= x + reach ->
  Phi x + density x * (t - x) <= Phi t.
Proof.
  intros left right last within.
  destruct (Rle_dec t x) as [before|after].
  - destruct (between Phi density t x is_derive_Phi) as (z & inside & equal); rewrite Rmin_left, Rmax_right in inside by lra.
    pose proof (density_falls x z) as lower; rewrite !Rabs_left1 in lower by lra; specialize (lower ltac:(lra)); nra.
  - destruct (Rle_dec t (- x)) as [near|far].
    + destruct (between Phi density x t is_derive_Phi) as (z & inside & equal); rewrite Rmin_left, Rmax_right in inside by lra.
      assert (higher : density x <= density z) by (apply density_falls; rewrite (Rabs_left1 x) by lra; apply Rabs_le; lra); nra.
    + destruct (between Phi density t (x + reach) is_derive_Phi) as (z & inside & equal); rewrite Rmin_left, Rmax_right in inside by lra.
      assert (lower : density z <= density x) by (apply density_falls; rewrite (Rabs_left1 x), (Rabs_pos_eq z) by lra; lra); nra.
Qed.

(* Sampford *)
Theorem tail_most y : 0 <= y -> 1 - Phi y <= density y * (4 / (3 * y + sqrt (y ^ 2 + 8))).
Proof.
  intros right; set (f := fun t => density t * (4 / (3 * t + sqrt (t ^ 2 + 8))) - (1 - Phi t)).
  set (df := fun t => - t * density t * (4 / (3 * t + sqrt (t ^ 2 + 8)))
    - density t * (4 * (3 + t / sqrt (t ^ 2 + 8)) / (3 * t + sqrt (t ^ 2 + 8)) ^ 2) + density t).
  assert (root : forall t, 0 < sqrt (t ^ 2 + 8) /\ sqrt (t ^ 2 + 8) ^ 2 = t ^ 2 + 8).
  { intros t; pose proof (pow2_ge_0 t); split; [apply sqrt_lt_R0; lra|apply pow2_sqrt; lra]. }
  assert (falls : forall t, 0 <= t -> df t <= 0).
  { intros t some; destruct (root t) as [above square]; unfold df; set (s := sqrt (t ^ 2 + 8)) in *; pose proof (density_pos t).
    replace (- t * density t * (4 / (3 * t + s)) - density t * (4 * (3 + t / s) / (3 * t + s) ^ 2) + density t)
      with (2 * density t / (s * (3 * t + s) ^ 2) * ((t * s ^ 2 - t ^ 2 * s - 2 * s - 2 * t) + (s ^ 2 - t ^ 2 - 8) * s / 2)) by (field; lra).
    rewrite square; replace (t ^ 2 + 8 - t ^ 2 - 8) with 0 by ring.
    assert (t * (t ^ 2 + 8) - t ^ 2 * s - 2 * s - 2 * t <= 0).
    { assert (0 <= (t ^ 2 + 2) * s) by (apply Rmult_le_pos; [pose proof (pow2_ge_0 t)|]; lra).
      assert (t ^ 3 + 6 * t <= (t ^ 2 + 2) * s); [|lra].
      apply Rsqr_incr_0; [|nra|assumption]; unfold Rsqr; replace ((t ^ 2 + 2) * s * ((t ^ 2 + 2) * s)) with ((t ^ 2 + 2) ^ 2 * s ^ 2) by ring.
      rewrite square; ring_simplify; lra. }
    assert (0 < 2 * density t / (s * (3 * t + s) ^ 2)) by (apply Rdiv_lt_0_compat; [lra|apply Rmult_lt_0_compat; [lra|apply pow_lt; lra]]); nra. }
  assert (derived : forall t, 0 <= t -> is_derive f t (df t)).
  { intros t some; destruct (root t) as [above _]; unfold f, df.
    assert (quotient : is_derive (fun t => 4 / (3 * t + sqrt (t ^ 2 + 8))) t (- (4 * (3 + t / sqrt (t ^ 2 + 8)) / (3 * t + sqrt (t ^ 2 + 8)) ^ 2))).
    { pose proof (pow2_ge_0 t) as square; simpl pow in *; auto_derive; [repeat split; lra|field; lra]. }
    replace (_ + density t) with ((- t * density t) * (4 / (3 * t + sqrt (t ^ 2 + 8)))
      + density t * - (4 * (3 + t / sqrt (t ^ 2 + 8)) / (3 * t + sqrt (t ^ 2 + 8)) ^ 2) - (0 - density t)) by ring.
    apply (is_derive_minus (fun t => density t * (4 / (3 * t + sqrt (t ^ 2 + 8)))) (fun t => 1 - Phi t)).
    - apply (is_derive_mult density (fun t => 4 / (3 * t + sqrt (t ^ 2 + 8)))); [apply NormalCells.is_derive_density|exact quotient|intros; apply Rmult_comm].
    - apply (is_derive_minus (fun _ => 1) Phi); [exact (is_derive_const 1 t)|apply is_derive_Phi]. }
  assert (down : forall z, y <= z -> f z <= f y).
  { intros z later; destruct (MVT_gen f y z df) as (u & inside & equal).
    - intros t; rewrite Rmin_left, Rmax_right by lra; intros between_; apply derived; lra.
    - intros t; rewrite Rmin_left, Rmax_right by lra; intros between_; apply continuity_pt_filterlim, (ex_derive_continuous f).
      exists (df t); apply derived; lra.
    - rewrite Rmin_left, Rmax_right in inside by lra; pose proof (falls u ltac:(lra)); nra. }
  assert (positive : 0 <= f y); [|unfold f in positive; lra].
  apply Rnot_lt_le; intros negative; pose proof bell_right as vanishes; apply is_lim_spec in vanishes.
  destruct (vanishes (mkposreal (- f y) ltac:(lra))) as [M small]; set (z := Rmax y M + 1).
  pose proof (Rmax_l y M); pose proof (Rmax_r y M); specialize (small z ltac:(unfold z; lra)); simpl in small.
  rewrite Rminus_0_r, Rabs_pos_eq in small by (left; apply bell_pos).
  pose proof (down z ltac:(unfold z; lra)) as below; pose proof (tail_below z ltac:(unfold z; lra)) as tail; rewrite Phi_opposite in tail.
  destruct (root z) as [above _]; pose proof (density_pos z).
  assert (0 < density z * (4 / (3 * z + sqrt (z ^ 2 + 8)))) by (apply Rmult_lt_0_compat; [assumption|apply Rdiv_lt_0_compat; unfold z in *; lra]).
  unfold f in below at 1; pose proof (bell_pos z); lra.
Qed.
