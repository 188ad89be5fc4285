(* The mean of max(0, D) is at most that of the largest innovation, what one innovation lacks to 0, and what the first value of the grid
   lacks to 0, times the distance of the prediction's weights from 1. *)
From Coq Require Import Reals ZArith Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Maximum NormalSeries NormalMean NormalEvents NormalPairs Laws RandomElements Expectation MeanExists Moments Paths Chernoff
  Refinement Levels Decide.
From dpdqn Require Import lemma8_exp_max_step_repaired_formula lemma8_exp_max_step_repaired_statement.
Open Scope R_scope.

Lemma exp_of_maximum x : exp (Rmax x 0) = Rmax (exp x) (exp 0).
Proof.
  unfold Rmax; destruct (Rle_dec x 0) as [low|high], (Rle_dec (exp x) (exp 0)) as [small|large]; try reflexivity.
  - destruct low as [low|same]; [pose proof (exp_increasing x 0 low); lra|rewrite same; reflexivity].
  - pose proof (exp_increasing 0 x ltac:(lra)); lra.
Qed.

(* What a normal number lacks to 0, in the mean. *)
Definition lacking : R := mean_modulus / 2.

Lemma mean_of_lacking s k i : 0 <= s -> (i < k)%nat -> mean k (fun z => Rmax 0 (- (s * z i))) (s * lacking).
Proof.
  intros positive small; assert (one : mean_of_one (fun x => Rmax 0 (- (s * x))) (s * lacking)).
  { pose proof (mean_of_one_linear_in _ _ _ _ (s / 2) (- (s / 2)) mean_absolute mean_of_itself) as known.
    replace (s / 2 * mean_modulus + - (s / 2) * 0) with (s * lacking) in known by (unfold lacking; field).
    revert known; apply mean_of_one_ext; intros x; unfold Rmax, Rabs; destruct (Rle_dec 0 (- (s * x))), (Rcase_abs x); nra. }
  assert (first : mean 1 (fun z => Rmax 0 (- (s * z 0%nat))) (s * lacking)) by (exists (fun x => Rmax 0 (- (s * x))); split; [reflexivity|exact one]).
  pose proof (mean_of_first 1 (k - i - 1) _ _ (fun x y same => f_equal (fun u => Rmax 0 (- (s * u))) (same 0%nat Nat.lt_0_1)) first) as wide.
  pose proof (mean_of_last i (1 + (k - i - 1)) _ _ (fun x y same => f_equal (fun u => Rmax 0 (- (s * u))) (same 0%nat (Nat.lt_0_succ _))) wide) as late.
  replace (i + (1 + (k - i - 1)))%nat with k in late by lia; refine (mean_ext _ _ _ _ _ late); intros z; rewrite Nat.add_0_r; reflexivity.
Qed.

Lemma lacking_between : 0 <= lacking <= 39895 / 100000.
Proof. unfold lacking, mean_modulus; split; [apply Rmult_le_pos; [apply sqrt_pos|lra]|enclosed]. Qed.

Section Increment.
Variables (beta sigma : R) (level : nat).
Hypotheses (positive : 0 < beta) (noise : 0 < sigma).
Let weight := prediction beta level.
Let b := half_step beta level.
Let e := exp (- 2 * b).
Let s := sigma * sqrt ((1 - e) / (1 + e)).
Let D z := midpoints beta sigma level weight z - best (2 ^ level + 1) (grid beta sigma level z).

Let half : 0 < b.
Proof. unfold b, half_step; apply Rdiv_lt_0_compat; [exact positive|pose proof (pow_lt 2 level ltac:(lra)); lra]. Qed.

Let decayed : 0 < e < 1.
Proof. apply decay, positive. Qed.

Let scale : 0 < s <= sigma * sqrt b.
Proof.
  assert (some : 0 < (1 - e) / (1 + e)) by (apply Rdiv_lt_0_compat; lra); unfold s; split.
  - apply Rmult_lt_0_compat; [exact noise|apply sqrt_lt_R0, some].
  - apply Rmult_le_compat_l; [lra|]; apply sqrt_le_1_alt, tanh_below; lra.
Qed.

Lemma increment_exists : exists l, mean (numbers level) (fun z => Rmax 0 (D z)) l.
Proof.
  pose proof (prediction_range beta level positive) as range; eexists; apply mean_exists, (lipschitz_tame _ _ (4 * sigma)); [lra|]; intros z w.
  pose proof (midpoints_close beta sigma level positive noise weight z w range) as first.
  assert (second : Rabs (best (2 ^ level + 1) (grid beta sigma level z) - best (2 ^ level + 1) (grid beta sigma level w)) <= sigma * distance (numbers level) z w).
  { apply best_close; [lia|]; intros i small; apply grid_close; try assumption; unfold numbers; lia. }
  assert (near : forall x y, Rabs (Rmax 0 x - Rmax 0 y) <= Rabs (x - y))
    by (intros x y; unfold Rmax; destruct (Rle_dec 0 x), (Rle_dec 0 y); unfold Rabs; repeat destruct (Rcase_abs _); lra).
  apply Rle_trans with (1 := near _ _); unfold D.
  set (x := midpoints beta sigma level weight z) in *; set (y := midpoints beta sigma level weight w) in *.
  set (u := best (2 ^ level + 1) (grid beta sigma level z)) in *; set (v := best (2 ^ level + 1) (grid beta sigma level w)) in *.
  replace (x - u - (y - v)) with ((x - y) + - (u - v)) by ring; apply Rle_trans with (1 := Rabs_triang _ _); rewrite Rabs_Ropp; lra.
Qed.

Lemma increment_below l : mean (numbers level) (fun z => Rmax 0 (D z)) l ->
  l <= sqrt (2 * ln (2 ^ level)) * s + s * lacking + (1 - 2 * weight) * (sigma * lacking).
Proof.
  intros known; pose proof (some_points level) as some; pose proof (prediction_range beta level positive) as range; fold weight in range.
  assert (few : 2 * weight <= 1).
  { unfold weight, prediction; fold b; set (x := exp (- b)); replace (exp (- 2 * b)) with (x * x) by (unfold x; rewrite <- exp_plus; f_equal; ring).
    pose proof (Rle_0_sqr (x - 1)) as square; unfold Rsqr in square; pose proof (Rle_0_sqr x) as other; unfold Rsqr in other.
    apply (Rmult_le_reg_r (1 + x * x)); [lra|]; replace (2 * (x / (1 + x * x)) * (1 + x * x)) with (2 * x) by (field; lra); lra. }
  assert (tame_ : mean (2 ^ level) (largest (2 ^ level) s) (expected (2 ^ level) (largest (2 ^ level) s))).
  { apply mean_exists, (lipschitz_tame _ _ s); [lra|]; intros z w; apply largest_close; [exact some|lra]. }
  pose proof (largest_mean (2 ^ level) s some (proj1 scale) _ tame_) as bound; rewrite pow_INR in bound; change (INR 2) with 2 in bound.
  set (top := expected (2 ^ level) (largest (2 ^ level) s)) in *.
  assert (late : mean (numbers level) (fun z => best (2 ^ level) (innovation beta sigma level z)) top).
  { refine (mean_ext _ _ _ _ _ (mean_of_last (2 ^ level + 1) (2 ^ level) _ _ _ tame_)).
    - intros z; apply best_ext; intros i _; reflexivity.
    - intros x y same; apply best_ext; intros i small; rewrite same by exact small; reflexivity. }
  pose proof (mean_of_lacking s (numbers level) (2 ^ level + 1) ltac:(lra) ltac:(unfold numbers; lia)) as one.
  pose proof (mean_of_lacking sigma (numbers level) 0 ltac:(lra) ltac:(unfold numbers; lia)) as two.
  pose proof (mean_linear _ _ _ _ _ 1 (1 - 2 * weight) (mean_linear _ _ _ _ _ 1 1 late one) two) as all; rewrite !Rmult_1_l in all.
  apply Rle_trans with (top + s * lacking + (1 - 2 * weight) * (sigma * lacking)); [|lra].
  refine (mean_monotone _ _ _ _ _ _ known all); intros z; rewrite !Rmult_1_l.
  set (M := best (2 ^ level + 1) (grid beta sigma level z)); set (x := best (2 ^ level) (innovation beta sigma level z)).
  pose proof (best_above (2 ^ level + 1) (grid beta sigma level z) 0 ltac:(lia)) as first; fold M in first; unfold grid at 1 in first; cbn [path] in first.
  pose proof (best_above (2 ^ level) (innovation beta sigma level z) 0 some) as start; fold x in start; unfold innovation at 1 in start; fold b e s in start.
  rewrite Nat.add_0_r in start; set (u := s * z (2 ^ level + 1)%nat) in *; set (v := sigma * z 0%nat) in *.
  assert (middle : midpoints beta sigma level weight z <= x + 2 * weight * M).
  { apply best_least; [exact some|]; intros i inside; pose proof (best_above (2 ^ level) (innovation beta sigma level z) i inside) as mine; fold x in mine.
    pose proof (best_above (2 ^ level + 1) (grid beta sigma level z) i ltac:(lia)) as left; pose proof (best_above (2 ^ level + 1) (grid beta sigma level z) (S i) ltac:(lia)) as right.
    fold M in left, right; assert (weight * (grid beta sigma level z i + grid beta sigma level z (S i)) <= weight * (2 * M)) by (apply Rmult_le_compat_l; lra); lra. }
  unfold D; fold M; pose proof (Rmax_l 0 (- u)); pose proof (Rmax_r 0 (- u)); pose proof (Rmax_l 0 (- v)); pose proof (Rmax_r 0 (- v)).
  assert (0 <= (1 - 2 * weight) * Rmax 0 (- v)) by (apply Rmult_le_pos; lra).
  assert ((1 - 2 * weight) * - M <= (1 - 2 * weight) * Rmax 0 (- v)) by (apply Rmult_le_compat_l; lra).
  apply Rmax_lub; lra.
Qed.

(* The weights of the prediction are 1/cosh b together. *)
Lemma far_from_one : 1 - 2 * weight <= 87 / 100 * sqrt b.
Proof.
  unfold weight, prediction; fold b; set (x := exp (- b)); replace (exp (- 2 * b)) with (x * x) by (unfold x; rewrite <- exp_plus; f_equal; ring).
  assert (inside : 0 < x) by apply exp_pos; pose proof (sqrt_pos b) as root; pose proof (sqrt_sqrt b ltac:(lra)) as square.
  destruct (Rle_dec (133 / 100) b) as [large|small].
  - assert (115 / 100 <= sqrt b) by (apply Rsqr_incr_0; unfold Rsqr; lra).
    assert (0 <= x / (1 + x * x)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; nra]); lra.
  - assert (high : x < 1) by (unfold x; rewrite <- exp_0; apply exp_increasing; lra); assert (below : 1 - x <= b) by (unfold x; pose proof (exp_ineq1_le (- b)); lra).
    assert (low : 1 / 5 <= x).
    { apply Rle_trans with (exp (- (133 / 100))); [enclosed|]; unfold x; left; apply exp_increasing; lra. }
    apply Rle_trans with ((1 - x) ^ 2).
    + apply (Rmult_le_reg_r (1 + x * x)); [nra|]; replace ((1 - 2 * (x / (1 + x * x))) * (1 + x * x)) with ((1 - x) ^ 2) by (field; nra).
      pose proof (pow2_ge_0 (1 - x)); nra.
    + set (r := sqrt b) in *; destruct (Rle_dec (74 / 100) r) as [far|near]; [nra|].
      assert (1 - x <= r * r) by lra; assert ((1 - x) ^ 2 <= (r * r) ^ 2) by (apply pow_incr; lra).
      assert (r * r <= 74 / 100 * (74 / 100)) by (apply Rmult_le_compat; lra); assert (r * r * r <= 74 / 100 * (74 / 100) * (74 / 100)) by (apply Rmult_le_compat; nra).
      replace ((r * r) ^ 2) with (r * (r * r * r)) in * by ring; nra.
Qed.
End Increment.

Lemma root_above_line x : 0 <= x -> 6652 / 10000 * x + 10558 / 10000 <= sqrt (x ^ 2 + 2).
Proof.
  intros right; apply Rsqr_incr_0; [|lra|apply sqrt_pos]; rewrite Rsqr_sqrt by nra; unfold Rsqr; pose proof (Rle_0_sqr (x - 126 / 100)) as square; unfold Rsqr in square; nra.
Qed.

Lemma root_of_log : sqrt (ln 2) <= 832600 / 1000000.
Proof. enclosed. Qed.

Section Lines.
Variables (beta sigma : R) (level : nat).
Hypotheses (positive : 0 < beta) (noise : 0 < sigma).
Let n := Z.of_nat level.
Let c := sqrt (beta / 2 ^ level) * sigma.
Let a := sqrt (IZR n + 2).
Let x := sqrt (IZR n).

Let count : 0 <= IZR n.
Proof. unfold n; rewrite <- INR_IZR_INZ; apply pos_INR. Qed.

Let square : x * x = IZR n.
Proof. apply sqrt_sqrt, count. Qed.

Let above : 0 <= x < a.
Proof. split; [apply sqrt_pos|apply sqrt_lt_1_alt; lra]. Qed.

Let scale : 0 < c.
Proof. apply Rmult_lt_0_compat; [apply sqrt_lt_R0, Rdiv_lt_0_compat; [exact positive|apply pow_lt; lra]|exact noise]. Qed.

Let spread : a * a = IZR n + 2.
Proof. apply sqrt_sqrt; lra. Qed.

Lemma increment_small l : mean (numbers level)
  (fun z => Rmax 0 (midpoints beta sigma level (prediction beta level) z - best (2 ^ level + 1) (grid beta sigma level z))) l -> l <= c / 2 * (x + a).
Proof.
  intros known; pose proof (increment_below beta sigma level positive noise l known) as bound.
  pose proof (far_from_one beta level positive) as far; pose proof (tanh_below (half_step beta level)) as low; set (b := half_step beta level) in *.
  assert (half : 0 < b) by (unfold b, half_step; apply Rdiv_lt_0_compat; [exact positive|pose proof (pow_lt 2 level ltac:(lra)); lra]); specialize (low ltac:(lra)).
  set (s := sigma * sqrt ((1 - exp (- 2 * b)) / (1 + exp (- 2 * b)))) in *; set (R_ := sigma * sqrt b).
  assert (narrow : 0 <= s <= R_).
  { split; [apply Rmult_le_pos; [lra|apply sqrt_pos]|apply Rmult_le_compat_l; [lra|apply sqrt_le_1_alt, low]]. }
  pose proof (sqrt_lt_R0 2 ltac:(lra)) as two; pose proof (sqrt_sqrt 2 ltac:(lra)) as two_square.
  assert (wide : c = sqrt 2 * R_).
  { unfold c, R_, b, half_step; rewrite (Rmult_comm sigma), <- Rmult_assoc, <- sqrt_mult_alt by lra; do 2 f_equal; field; apply pow_nonzero; lra. }
  assert (logs : sqrt (2 * ln (2 ^ level)) = sqrt 2 * (sqrt (ln 2) * x)).
  { unfold x, n; rewrite <- INR_IZR_INZ, ln_pow by lra; rewrite sqrt_mult_alt by lra; f_equal; rewrite Rmult_comm, sqrt_mult_alt; [reflexivity|].
    rewrite <- ln_1; left; apply ln_increasing; lra. }
  rewrite logs in bound; pose proof root_of_log as root; pose proof lacking_between as lack; pose proof (root_above_line x ltac:(lra)) as line.
  replace (x ^ 2 + 2) with (IZR n + 2) in line by (rewrite <- square; ring); fold a in line.
  assert (ratio : sqrt 2 <= 14143 / 10000) by enclosed; assert (0 <= R_) by lra; assert (0 <= sqrt (ln 2)) by apply sqrt_pos.
  assert (first : sqrt 2 * (sqrt (ln 2) * x) * s <= sqrt 2 * (8326 / 10000 * x) * R_).
  { apply Rmult_le_compat; [repeat apply Rmult_le_pos; lra|lra| |lra]; apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_r; lra. }
  assert (second : s * lacking <= R_ * (39895 / 100000)) by (apply Rmult_le_compat; lra).
  assert (third : (1 - 2 * prediction beta level) * (sigma * lacking) <= 87 / 100 * R_ * (39895 / 100000)).
  { apply Rle_trans with (87 / 100 * sqrt b * (sigma * lacking)); [apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact far]|].
    replace (87 / 100 * sqrt b * (sigma * lacking)) with (87 / 100 * R_ * lacking) by (unfold R_; ring); apply Rmult_le_compat_l; lra. }
  assert (rest : 187 / 100 * (39895 / 100000) <= sqrt 2 / 2 * (10558 / 10000)).
  { assert (14142 / 10000 <= sqrt 2) by enclosed; lra. }
  rewrite wide; apply Rle_trans with (sqrt 2 * (8326 / 10000 * x) * R_ + sqrt 2 / 2 * (10558 / 10000) * R_).
  - assert (187 / 100 * (39895 / 100000) * R_ <= sqrt 2 / 2 * (10558 / 10000) * R_) by (apply Rmult_le_compat_r; lra); lra.
  - replace (sqrt 2 * R_ / 2 * (x + a)) with (sqrt 2 * R_ / 2 * x + sqrt 2 * R_ / 2 * a) by field.
    assert (sqrt 2 * R_ / 2 * (6652 / 10000 * x + 10558 / 10000) <= sqrt 2 * R_ / 2 * a) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]|exact line]).
    replace (sqrt 2 * (8326 / 10000 * x) * R_ + sqrt 2 / 2 * (10558 / 10000) * R_)
      with (sqrt 2 * R_ / 2 * x + sqrt 2 * R_ / 2 * (6652 / 10000 * x + 10558 / 10000)) by field; lra.
Qed.

(* The exponential of two values *)
Lemma exponential_small p : 0 <= p <= 1 -> p = (1 + x / a) / 2 -> (1 - p) * exp (- a) + p * exp a <= exp (x + 1).
Proof.
  intros share form; pose proof (exp_increasing (- a) a ltac:(lra)) as order.
  assert (most : (1 - p) * exp (- a) + p * exp a <= exp a) by (assert ((1 - p) * exp (- a) <= (1 - p) * exp a) by (apply Rmult_le_compat_l; lra); lra).
  destruct level as [|k] eqn:which.
  - assert (none : x = 0) by (unfold x, n; simpl; apply sqrt_0); assert (root : a = sqrt 2) by (unfold a, n; simpl; f_equal; ring).
    rewrite none in *; rewrite form, root; replace ((1 + 0 / sqrt 2) / 2) with (1 / 2) by (field; apply Rgt_not_eq, sqrt_lt_R0; lra); enclosed.
  - apply Rle_trans with (1 := most); assert (1 <= IZR n) by (unfold n; rewrite <- INR_IZR_INZ; apply (le_INR 1); lia).
    assert (1 <= x) by (rewrite <- sqrt_1; apply sqrt_le_1_alt; lra).
    assert (a <= x + 1) by (apply Rsqr_incr_0; unfold Rsqr; lra).
    destruct (Rle_lt_or_eq_dec a (x + 1) ltac:(assumption)) as [less|same]; [left; apply exp_increasing, less|right; rewrite same; reflexivity].
Qed.

Lemma normal_lines : exists positive jensen larger exponential : R,
  let z y := x * c + sqrt 2 * c * y in
  mean_of_one (fun y => Rmax (z y) 0) positive /\ mean_of_one (fun y => exp (1 / c * Rmax (z y) 0)) jensen /\
  mean_of_one (fun y => Rmax (exp (z y / c)) (exp 0)) larger /\ mean_of_one (fun y => exp (z y / c)) exponential /\
  exp (1 / c * positive) <= jensen /\ jensen = larger /\ larger <= exponential + 1 /\ exponential + 1 <= exp (x + 1) + 1.
Proof.
  set (z y := x * c + sqrt 2 * c * y); pose proof (sqrt_lt_R0 2 ltac:(lra)) as two.
  assert (same : forall y, z y / c = x + sqrt 2 * y) by (intros y; unfold z; field; lra).
  assert (exponential : mean_of_one (fun y => exp (z y / c)) (exp (x + 1))).
  { pose proof (exponential_mean x (sqrt 2)) as known; rewrite pow2_sqrt in known by lra; replace (x + 2 / 2) with (x + 1) in known by field.
    revert known; apply mean_of_one_ext; intros y; rewrite same; reflexivity. }
  assert (near : forall u v, Rabs (Rmax u 0 - Rmax v 0) <= Rabs (u - v))
    by (intros u v; unfold Rmax; destruct (Rle_dec u 0), (Rle_dec v 0); unfold Rabs; repeat destruct (Rcase_abs _); lra).
  assert (goes : forall y, continuous (fun y => Rmax (z y) 0) y).
  { apply (close_continuous _ (sqrt 2 * c)); intros u v; apply Rle_trans with (1 := near _ _); unfold z.
    replace (x * c + sqrt 2 * c * u - (x * c + sqrt 2 * c * v)) with (sqrt 2 * c * (u - v)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq (sqrt 2 * c)) by (apply Rmult_le_pos; lra); apply Rle_refl. }
  destruct (MeanExists.mean_of_one_exists (x * c) (sqrt 2 * c) (fun y => Rmax (z y) 0)) as [part first]; try (apply Rmult_le_pos; lra); [exact goes| |].
  { intros y; unfold z; assert (0 <= x * c) by (apply Rmult_le_pos; lra); assert (0 <= sqrt 2 * c) by (apply Rmult_le_pos; lra).
    assert (sqrt 2 * c * y <= sqrt 2 * c * Rabs y) by (apply Rmult_le_compat_l; [assumption|apply Rle_abs]).
    assert (0 <= sqrt 2 * c * Rabs y) by (apply Rmult_le_pos; [assumption|apply Rabs_pos]).
    rewrite Rabs_pos_eq by apply Rmax_r; apply Rmax_lub; lra. }
  assert (equal : forall y, exp (1 / c * Rmax (z y) 0) = Rmax (exp (z y / c)) (exp 0)).
  { intros y; rewrite <- exp_of_maximum; f_equal; unfold Rdiv; rewrite Rmult_1_l, Rmult_comm, (Rmult_comm (Rmax _ _)), (Rmult_comm (z y)).
    assert (0 < / c) by (apply Rinv_0_lt_compat, scale); unfold Rmax; destruct (Rle_dec (z y) 0), (Rle_dec (/ c * z y) 0); nra. }
  assert (sum_ : mean_of_one (fun y => exp (z y / c) + 1) (exp (x + 1) + 1)) by (apply LinearForms.mean_of_one_sum; [exact exponential|exact mean_one]).
  assert (below : forall y, Rmax (exp (z y / c)) (exp 0) <= exp (z y / c) + 1) by (intros y; rewrite exp_0; pose proof (exp_pos (z y / c)); apply Rmax_lub; lra).
  destruct (mean_of_one_dominated (fun y => exp (1 / c * Rmax (z y) 0)) (fun y => exp (z y / c) + 1) (exp (x + 1) + 1)) as [jensen_ second].
  - intros y; apply (continuous_comp (fun y => 1 / c * Rmax (z y) 0) exp); [apply (continuous_scal_r (1 / c) (fun y => Rmax (z y) 0)), goes|].
    apply (ex_derive_continuous exp); auto_derive; trivial.
  - intros y; apply (ex_derive_continuous (fun y => exp (z y / c) + 1)); unfold z; auto_derive; trivial.
  - intros y; rewrite Rabs_pos_eq by (left; apply exp_pos); rewrite equal; apply below.
  - exact sum_.
  - exists part, jensen_, jensen_, (exp (x + 1)); cbv zeta.
    assert (third : mean_of_one (fun y => Rmax (exp (z y / c)) (exp 0)) jensen_) by (revert second; apply mean_of_one_ext, equal).
    repeat (split; [assumption|]); split; [|split; [reflexivity|split; [|apply Rle_refl]]].
    + pose proof (mean_of_one_linear_in _ _ _ _ (exp (1 / c * part) * (1 / c)) (exp (1 / c * part) * (1 - 1 / c * part)) first mean_one) as tangent.
      replace (exp (1 / c * part) * (1 / c) * part + exp (1 / c * part) * (1 - 1 / c * part) * 1) with (exp (1 / c * part)) in tangent by ring.
      refine (mean_of_one_monotone _ _ _ _ _ tangent second); intros y; pose proof (exp_ineq1_le (1 / c * Rmax (z y) 0 - 1 / c * part)) as line.
      replace (exp (1 / c * Rmax (z y) 0)) with (exp (1 / c * part) * exp (1 / c * Rmax (z y) 0 - 1 / c * part)) by (rewrite <- exp_plus; f_equal; ring).
      pose proof (exp_pos (1 / c * part)); nra.
    + exact (mean_of_one_monotone _ _ _ _ below third sum_).
Qed.

Lemma two_valued_lines increment : mean (numbers level)
  (fun z => Rmax 0 (midpoints beta sigma level (prediction beta level) z - best (2 ^ level + 1) (grid beta sigma level z))) increment ->
  exists positive jensen larger exponential : R,
    let p := (1 + x / a) / 2 in
    let z (up : bool) := if up then a * c else - (a * c) in
    0 <= p <= 1 /\ two_values p z (x * c) /\ two_values p (fun up => (z up - x * c) ^ 2) (2 * c ^ 2) /\
    two_values p (fun up => Rmax (z up) 0) positive /\ two_values p (fun up => exp (1 / c * Rmax (z up) 0)) jensen /\
    two_values p (fun up => Rmax (exp (z up / c)) (exp 0)) larger /\ two_values p (fun up => exp (z up / c)) exponential /\
    lemma8_exp_max_step_repaired_domain a c exponential increment jensen larger n positive /\
    lemma8_exp_max_step_repaired_defined a c exponential increment jensen larger n positive /\
    lemma8_exp_max_step_repaired_claim a c exponential increment jensen larger n positive.
Proof.
  intros known; set (p := (1 + x / a) / 2).
  assert (part : 0 <= x / a <= 1).
  { split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|]; apply (Rmult_le_reg_r a); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
  assert (share : 0 <= p <= 1) by (unfold p; lra); assert (wide : 0 < a * c) by (apply Rmult_lt_0_compat; lra).
  assert (up : Rmax (a * c) 0 = a * c) by (apply Rmax_left; lra); assert (down : Rmax (- (a * c)) 0 = 0) by (apply Rmax_right; lra).
  assert (one : a * c / c = a) by (field; lra); assert (other : - (a * c) / c = - a) by (field; lra); assert (unit : 1 / c * (a * c) = a) by (field; lra).
  pose proof (exp_increasing 0 a ltac:(lra)) as grows; pose proof (exp_increasing (- a) 0 ltac:(lra)) as falls; rewrite exp_0 in grows, falls.
  assert (high : Rmax (exp a) (exp 0) = exp a) by (rewrite exp_0; apply Rmax_left; lra); assert (low : Rmax (exp (- a)) (exp 0) = 1) by (rewrite exp_0; apply Rmax_right; lra).
  exists (p * (a * c)), ((1 - p) + p * exp a), ((1 - p) + p * exp a), ((1 - p) * exp (- a) + p * exp a); cbv zeta.
  unfold two_values; cbv beta iota; rewrite up, down, one, other, high, low, unit, !Rmult_0_r, exp_0.
  pose proof (exponential_small p share eq_refl) as last; pose proof (increment_small increment known) as small; pose proof (exp_pos (- a)) as some.
  assert (value : p * (a * c) = c / 2 * (x + a)) by (unfold p; field; lra).
  assert (tangent : exp (1 / c * (p * (a * c))) <= 1 - p + p * exp a).
  { replace (1 / c * (p * (a * c))) with (p * a) by (field; lra); refine (jensen (two_values_law p share) (fun up : bool => if up then a else 0) _ _ _ _).
    - unfold two_values; ring.
    - unfold two_values; rewrite exp_0; ring. }
  assert (0 <= (1 - p) * exp (- a)) by (apply Rmult_le_pos; lra); assert (p * 1 <= p * exp a) by (apply Rmult_le_compat_l; lra).
  assert (variance_ : 2 * c ^ 2 = (1 - p) * (- (a * c) - x * c) ^ 2 + p * (a * c - x * c) ^ 2).
  { replace ((1 - p) * (- (a * c) - x * c) ^ 2 + p * (a * c - x * c) ^ 2) with (c ^ 2 * (a * a + x * x - 2 * x * (2 * p - 1) * a)) by ring.
    replace ((2 * p - 1)) with (x / a) by (unfold p; field; lra); replace (2 * x * (x / a) * a) with (2 * (x * x)) by (field; lra); rewrite spread, square; ring. }
  unfold lemma8_exp_max_step_repaired_domain, lemma8_exp_max_step_repaired_defined, lemma8_exp_max_step_repaired_claim; fold x a.
  repeat split; try lra; try ring; try exact variance_; try reflexivity; unfold p; field; lra.
Qed.
End Lines.

Theorem lemma8_exp_max_step_repaired_verified : lemma8_exp_max_step_repaired_statement.
Proof.
  intros level beta sigma positive noise n c a centre; destruct (increment_exists beta sigma level positive noise) as [increment known].
  destruct (two_valued_lines beta sigma level positive noise increment known) as (part & jensen_ & larger & exponential & all).
  split; [exists part, jensen_, larger, exponential, increment|exact (normal_lines beta sigma level positive noise)].
  cbv zeta in all |- *; destruct all as (share & first & second & third & fourth & fifth & sixth & rest); repeat (split; [assumption|]); exact rest.
Qed.
