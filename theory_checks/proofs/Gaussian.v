(* The Gaussian mechanism, on the axis of the difference of two outputs: what half-lines give away, and the classical noise. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents Decide.
Open Scope R_scope.

(* delta must cover the probability of at least t under a shift mu, less exp(epsilon) times that without it. *)
Definition excess (epsilon mu t : R) : R := Phi (mu - t) - exp epsilon * Phi (- t).

(* The least delta, as far as half-lines tell. *)
Definition least_delta (epsilon mu delta : R) : Prop := is_lub (fun y => exists t, y = excess epsilon mu t) delta.

(* The density at t under the shift is larger than exp(epsilon) times that without it exactly beyond this threshold. *)
Definition threshold (epsilon mu : R) : R := epsilon / mu + mu / 2.
Definition curve (epsilon mu : R) : R := excess epsilon mu (threshold epsilon mu).

Lemma is_derive_Phi x : is_derive Phi x (density x).
Proof.
  pose proof root_pos; apply (is_derive_ext (fun x => / 2 + / sqrt (2 * PI) * area x)).
  - intros y; rewrite Phi_area; unfold Rdiv; rewrite Rmult_comm; reflexivity.
  - replace (density x) with (0 + / sqrt (2 * PI) * bell x) by (unfold density, Rdiv; ring).
    apply (is_derive_plus (fun _ => / 2) (fun x => / sqrt (2 * PI) * area x)); [exact (is_derive_const (/ 2) x)|].
    apply is_derive_scal, is_derive_area.
Qed.

Lemma density_pos x : 0 < density x.
Proof. apply Rdiv_lt_0_compat; [apply bell_pos|apply root_pos]. Qed.

Lemma density_most x : density x <= 2 / 5.
Proof.
  unfold density; assert (bell x <= 1) by (unfold bell; rewrite <- exp_0; apply exp_le; pose proof (Rle_0_sqr x); unfold Rsqr in *; lra).
  assert (5 / 2 <= sqrt (2 * PI)) by decided.
  apply (Rmult_le_reg_r (sqrt (2 * PI))); [lra|]; replace (bell x / sqrt (2 * PI) * sqrt (2 * PI)) with (bell x) by (field; lra); lra.
Qed.

Lemma Phi_increases x y : x <= y -> Phi x <= Phi y <= Phi x + 2 / 5 * (y - x).
Proof.
  intros [up| ->]; [|lra]; destruct (MVT_gen Phi x y density) as [c [_ equal]].
  - intros t _; apply is_derive_Phi.
  - intros t _; apply continuity_pt_filterlim, (ex_derive_continuous Phi); exists (density t); apply is_derive_Phi.
  - pose proof (density_pos c); pose proof (density_most c); nra.
Qed.

Lemma excess_grows epsilon mu nu t : mu <= nu -> excess epsilon mu t <= excess epsilon nu t.
Proof. intros more; unfold excess; pose proof (Phi_increases (mu - t) (nu - t) ltac:(lra)); lra. Qed.

(* No half-line gives away more than the shift times the height of the density. *)
Lemma excess_flat epsilon mu t : 0 <= epsilon -> 0 <= mu -> excess epsilon mu t <= 2 / 5 * mu.
Proof.
  intros positive shift; unfold excess; pose proof (Phi_increases (- t) (mu - t) ltac:(lra)).
  pose proof (Phi_between (- t)); assert (1 <= exp epsilon) by (rewrite <- exp_0; apply exp_le, positive); nra.
Qed.

Lemma is_derive_excess epsilon mu t :
  is_derive (excess epsilon mu) t (density t * (exp epsilon - exp (mu * t - mu * mu / 2))).
Proof.
  unfold excess; replace (density t * (exp epsilon - exp (mu * t - mu * mu / 2)))
    with (- 1 * density (mu - t) - exp epsilon * (- 1 * density (- t))).
  - apply (is_derive_minus (fun t => Phi (mu - t)) (fun t => exp epsilon * Phi (- t))).
    + apply (is_derive_comp Phi (fun t => mu - t)); [apply is_derive_Phi|auto_derive; [trivial|ring]].
    + apply is_derive_scal, (is_derive_comp Phi (fun t => - t)); [apply is_derive_Phi|auto_derive; [trivial|ring]].
  - unfold density, bell; replace (- (- t * - t / 2)) with (- (t * t / 2)) by field.
    replace (- ((mu - t) * (mu - t) / 2)) with (- (t * t / 2) + (mu * t - mu * mu / 2)) by field.
    rewrite exp_plus; pose proof root_pos; field; lra.
Qed.

Theorem curve_most epsilon mu t : 0 < mu -> excess epsilon mu t <= curve epsilon mu.
Proof.
  intros positive; unfold curve; set (top := threshold epsilon mu).
  assert (level : mu * top - mu * mu / 2 = epsilon) by (unfold top, threshold; field; lra).
  set (slope := fun t => density t * (exp epsilon - exp (mu * t - mu * mu / 2))).
  assert (step : forall a b, exists c, Rmin a b <= c <= Rmax a b /\ excess epsilon mu b - excess epsilon mu a = slope c * (b - a)).
  { intros a b; apply (MVT_gen (excess epsilon mu) a b slope); intros x _; [apply is_derive_excess|].
    apply continuity_pt_filterlim, (ex_derive_continuous (excess epsilon mu)); exists (slope x); apply is_derive_excess. }
  destruct (Rle_dec t top) as [before|after]; destruct (step t top) as [c [inside equal]].
  - rewrite Rmin_left, Rmax_right in inside by lra.
    assert (0 <= slope c); [|nra]; apply Rmult_le_pos; [left; apply density_pos|].
    assert (exp (mu * c - mu * mu / 2) <= exp epsilon) by (apply exp_le; nra); lra.
  - rewrite Rmin_right, Rmax_left in inside by lra.
    assert (slope c <= 0); [|nra]; pose proof (density_pos c).
    assert (exp epsilon <= exp (mu * c - mu * mu / 2)) by (apply exp_le; nra); unfold slope; nra.
Qed.

Theorem least_delta_curve epsilon mu : 0 < mu -> least_delta epsilon mu (curve epsilon mu).
Proof.
  intros positive; split.
  - intros y [t ->]; apply curve_most, positive.
  - intros b above; apply above; exists (threshold epsilon mu); reflexivity.
Qed.

Lemma curve_formula epsilon mu : 0 < mu -> curve epsilon mu = Phi (mu / 2 - epsilon / mu) - exp epsilon * Phi (- mu / 2 - epsilon / mu).
Proof. intros positive; unfold curve, excess, threshold; f_equal; [|f_equal]; f_equal; field; lra. Qed.

Lemma ln_square_root delta : 0 < delta < 1 -> sqrt (2 * ln (5 / 4 / delta)) * sqrt (2 * ln (5 / 4 / delta)) = 2 * ln (5 / 4 / delta) /\
  0 < sqrt (2 * ln (5 / 4 / delta)) /\ exp (- (2 * ln (5 / 4 / delta) / 2)) = 4 / 5 * delta.
Proof.
  intros [low high]; assert (ratio : 5 / 4 < 5 / 4 / delta).
  { apply (Rmult_lt_reg_r delta); [exact low|]; replace (5 / 4 / delta * delta) with (5 / 4) by (field; lra); lra. }
  assert (0 < ln (5 / 4 / delta)) by (rewrite <- ln_1; apply ln_increasing; lra).
  split; [apply sqrt_sqrt; lra|]; split; [apply sqrt_lt_R0; lra|].
  replace (2 * ln (5 / 4 / delta) / 2) with (ln (5 / 4 / delta)) by field.
  rewrite exp_Ropp, exp_ln by lra; field; lra.
Qed.

(* Dwork and Roth: for epsilon < 1 the deviation sqrt(2 ln(5/4/delta)) Delta/epsilon is enough. *)
Theorem classical epsilon delta Delta sigma : 0 < epsilon < 1 -> 0 < delta < 1 -> 0 < Delta ->
  sqrt (2 * ln (5 / 4 / delta)) * (Delta / epsilon) <= sigma -> forall t, excess epsilon (Delta / sigma) t <= delta.
Proof.
  intros target small size noise t; destruct (ln_square_root delta small) as [square [positive tail]].
  set (c := sqrt (2 * ln (5 / 4 / delta))) in *.
  assert (some : 0 < c * (Delta / epsilon)) by (apply Rmult_lt_0_compat; [|apply Rdiv_lt_0_compat]; lra).
  assert (shift : Delta / sigma <= epsilon / c).
  { apply (Rmult_le_reg_r (sigma * c)); [apply Rmult_lt_0_compat; lra|].
    replace (Delta / sigma * (sigma * c)) with (c * (Delta / epsilon) * epsilon) by (field; lra).
    replace (epsilon / c * (sigma * c)) with (sigma * epsilon) by (field; lra); apply Rmult_le_compat_r; lra. }
  apply Rle_trans with (excess epsilon (epsilon / c) t); [apply excess_grows, shift|]; clear shift noise some.
  assert (right : 0 < epsilon / c) by (apply Rdiv_lt_0_compat; lra).
  destruct (Rle_dec (epsilon / 2) (c * c)) as [large|close].
  - apply Rle_trans with (curve epsilon (epsilon / c)); [apply curve_most, right|].
    set (x := c - epsilon / (2 * c)).
    assert (0 <= x).
    { unfold x; apply (Rmult_le_reg_r c); [exact positive|]; replace ((c - epsilon / (2 * c)) * c) with (c * c - epsilon / 2) by (field; lra); lra. }
    assert (bound : curve epsilon (epsilon / c) <= bell x / 2).
    { rewrite curve_formula by exact right; replace (epsilon / c / 2 - epsilon / (epsilon / c)) with (- x) by (unfold x; field; lra).
      pose proof (tail_below x ltac:(assumption)); pose proof (Phi_between (- (epsilon / c) / 2 - epsilon / (epsilon / c))).
      pose proof (exp_pos epsilon); nra. }
    assert (shape : bell x <= exp (epsilon / 2) * (4 / 5 * delta)).
    { rewrite <- tail, <- exp_plus; apply exp_le; unfold x; rewrite <- square.
      assert (0 <= epsilon / (2 * c) * (epsilon / (2 * c))) by apply Rle_0_sqr.
      replace ((c - epsilon / (2 * c)) * (c - epsilon / (2 * c)))
        with (c * c - epsilon + epsilon / (2 * c) * (epsilon / (2 * c))) by (field; lra); lra. }
    assert (exp (epsilon / 2) <= 5 / 2).
    { apply Rle_trans with (exp (1 / 2)); [apply exp_le; lra|decided]. }
    nra.
  - apply Rle_trans with (2 / 5 * (epsilon / c)); [apply excess_flat; lra|].
    assert (low : 2 / 3 <= delta).
    { assert (exp (- (1 / 4)) <= exp (- (2 * ln (5 / 4 / delta) / 2))) by (apply exp_le; lra); rewrite tail in *.
      assert (3 / 4 <= exp (- (1 / 4))) by decided; lra. }
    assert (wide : 2 / 3 <= c).
    { assert (ln (5 / 4) <= ln (5 / 4 / delta)).
      { left; apply ln_increasing; [lra|]; apply (Rmult_lt_reg_r delta); [lra|].
        replace (5 / 4 / delta * delta) with (5 / 4) by (field; lra); lra. }
      assert (2 / 9 <= ln (5 / 4)) by decided; nra. }
    assert (epsilon / c <= 3 / 2); [|lra].
    apply (Rmult_le_reg_r c); [exact positive|]; replace (epsilon / c * c) with epsilon by (field; lra); lra.
Qed.
