(* The mean of the maximum of a path over the midpoints of a grid, by that over the grid and that of the innovations. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Maximum NormalSeries NormalMean NormalEvents NormalPairs Expectation MeanExists Reflections Paths Chernoff Refinement.
Open Scope R_scope.

(* A function of some of the numbers has the mean that it has over these. *)
Lemma mean_of_first k m f l : (forall x y : nat -> R, (forall i, (i < k)%nat -> x i = y i) -> f x = f y) -> mean k f l -> mean (k + m) f l.
Proof.
  intros only known; induction m as [|m IH]; [rewrite Nat.add_0_r; exact known|]; rewrite Nat.add_succ_r.
  exists (fun _ => l); split; [|apply mean_of_one_const]; intros x; refine (mean_ext _ _ _ _ _ IH); intros z.
  apply only; intros i small; replace (Nat.eqb i (k + m)) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
Qed.

Lemma mean_of_last k m : forall f l, (forall x y : nat -> R, (forall i, (i < m)%nat -> x i = y i) -> f x = f y) -> mean m f l ->
  mean (k + m) (fun z => f (fun i => z (k + i)%nat)) l.
Proof.
  induction m as [|m IH]; intros f l only known.
  - rewrite Nat.add_0_r; simpl in known; apply (mean_ext k (fun _ => l)); [|apply mean_const].
    intros z; rewrite known; apply only; lia.
  - destruct known as (g & inner & outer); rewrite Nat.add_succ_r; exists g; split; [|exact outer]; intros x.
    assert (rest : forall u v : nat -> R, (forall i, (i < m)%nat -> u i = v i) ->
      f (fun i => if Nat.eqb i m then x else u i) = f (fun i => if Nat.eqb i m then x else v i)).
    { intros u v same; apply only; intros i small; destruct (Nat.eqb_spec i m); [reflexivity|apply same; lia]. }
    refine (mean_ext _ _ _ _ _ (IH _ _ rest (inner x))); intros z; apply only; intros i _.
    destruct (Nat.eqb_spec i m), (Nat.eqb_spec (k + i) (k + m)); try reflexivity; lia.
Qed.

(* The first k numbers with the other sign *)
Definition turned (k : nat) (z : nat -> R) (i : nat) : R := if Nat.ltb i k then - z i else z i.

Lemma tanh_below b : 0 <= b -> (1 - exp (- 2 * b)) / (1 + exp (- 2 * b)) <= b.
Proof.
  intros positive; pose proof (exp_pos (- 2 * b)) as some; apply (Rmult_le_reg_r (1 + exp (- 2 * b))); [lra|].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert (0 <= b * (1 + exp (- 2 * b)) - (1 - exp (- 2 * b))); [|lra].
  apply (grown (fun b => b * (1 + exp (- 2 * b)) - (1 - exp (- 2 * b))) (fun b => 1 - exp (- 2 * b) * (1 + 2 * b)) b positive).
  - rewrite Rmult_0_r, exp_0; ring.
  - intros t; auto_derive; [trivial|ring].
  - intros t inside; pose proof (exp_ineq1_le (2 * t)); replace (- 2 * t) with (- (2 * t)) by ring; rewrite exp_Ropp.
    assert (0 < exp (2 * t)) by apply exp_pos; assert (/ exp (2 * t) * (1 + 2 * t) <= / exp (2 * t) * exp (2 * t))
      by (apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; assumption|lra]); rewrite Rinv_l in *; lra.
Qed.

Lemma path_turned q s k z i : (i < k)%nat -> path q s (turned k z) i = - path q s z i.
Proof.
  induction i as [|i IH]; intros small; cbn [path]; [|rewrite IH by lia]; unfold turned;
    replace (Nat.ltb _ k) with true by (symmetry; apply Nat.ltb_lt; exact small); ring.
Qed.

Lemma path_first q s x y i : (forall j, (j <= i)%nat -> x j = y j) -> path q s x i = path q s y i.
Proof. induction i as [|i IH]; intros same; cbn [path]; [rewrite same by lia; reflexivity|rewrite IH, same; [reflexivity|lia|intros; apply same; lia]]. Qed.

Lemma best_scaled m c f : (0 < m)%nat -> 0 <= c -> best m (fun i => c * f i) = c * best m f.
Proof.
  intros some positive; apply Rle_antisym.
  - apply best_least; [exact some|]; intros i small; apply Rmult_le_compat_l; [exact positive|apply best_above, small].
  - destruct (best_attained m f some) as (i & small & ->); exact (best_above m (fun i => c * f i) i small).
Qed.

Lemma largest_mean_nonneg m s l : (0 < m)%nat -> mean m (largest m s) l -> 0 <= l.
Proof.
  intros some known; pose proof (mean_linear m _ _ _ _ s 0 (mean_of_coordinate m 0 some) (mean_const m 0)) as first.
  rewrite !Rmult_0_r, Rplus_0_r in first; refine (mean_monotone m _ _ _ _ _ first known); intros z.
  pose proof (best_above m (fun i => s * z i) 0 some); unfold largest; lra.
Qed.

Section Level.
Variables (beta sigma : R) (n : nat).
Hypotheses (positive : 0 < beta) (noise : 0 < sigma).
Let all := numbers n.
Let weight := prediction beta n.

Let step_positive : 0 < half_step beta n.
Proof. unfold half_step; apply Rdiv_lt_0_compat; [exact positive|pose proof (pow_lt 2 n ltac:(lra)); lra]. Qed.

(* The mean falls if the weight of the prediction takes the place of 1/2: it is convex in the weight, and even. *)
Lemma prediction_below_half new relaxed : mean all (midpoints beta sigma n weight) new -> mean all (midpoints beta sigma n (1 / 2)) relaxed ->
  new <= relaxed.
Proof.
  intros first second; pose proof (some_points n) as some; pose proof (prediction_range beta n positive) as range; fold weight in range.
  assert (small : weight <= 1 / 2).
  { unfold weight, prediction; set (x := exp (- half_step beta n)); replace (exp (- 2 * half_step beta n)) with (x * x)
      by (unfold x; rewrite <- exp_plus; f_equal; ring).
    pose proof (Rle_0_sqr (x - 1)) as square; unfold Rsqr in square; pose proof (Rle_0_sqr x) as other; unfold Rsqr in other.
    apply (Rmult_le_reg_r (1 + x * x)); [lra|]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l by lra; lra. }
  assert (mirrored : mean all (midpoints beta sigma n (- (1 / 2))) relaxed).
  { refine (mean_ext _ _ _ _ _ (signs_changed all (fun i => Nat.ltb i (2 ^ n + 1)) _ _ second : mean all (fun z => midpoints beta sigma n (1 / 2) (turned (2 ^ n + 1) z)) relaxed)); intros z; apply best_ext; intros i inside.
    unfold innovation, grid; rewrite !path_turned by lia; unfold turned; replace (Nat.ltb (2 ^ n + 1 + i) (2 ^ n + 1)) with false by (symmetry; apply Nat.ltb_ge; lia); ring. }
  pose proof (mean_linear all _ _ _ _ (weight + 1 / 2) (1 / 2 - weight) second mirrored) as mixed.
  replace relaxed with ((weight + 1 / 2) * relaxed + (1 / 2 - weight) * relaxed) by field; refine (mean_monotone all _ _ _ _ _ first mixed); intros z.
  apply best_least; [exact some|]; intros i inside; set (x := innovation beta sigma n z i); set (y := grid beta sigma n z i + grid beta sigma n z (S i)).
  pose proof (best_above (2 ^ n) (fun i => innovation beta sigma n z i + 1 / 2 * (grid beta sigma n z i + grid beta sigma n z (S i))) i inside) as one.
  pose proof (best_above (2 ^ n) (fun i => innovation beta sigma n z i + - (1 / 2) * (grid beta sigma n z i + grid beta sigma n z (S i))) i inside) as two.
  cbv beta in one, two; fold x y in one, two; fold (midpoints beta sigma n (1 / 2) z) in one; fold (midpoints beta sigma n (- (1 / 2)) z) in two.
  replace (x + weight * y) with ((weight + 1 / 2) * (x + 1 / 2 * y) + (1 / 2 - weight) * (x + - (1 / 2) * y)) by field.
  apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.

Lemma grid_mean_of_all mu : grid_mean beta sigma n mu -> mean all (fun z => best (2 ^ n + 1) (grid beta sigma n z)) mu.
Proof.
  intros known; unfold all, numbers; apply mean_of_first, known; intros x y same; apply best_ext; intros i small.
  apply path_first; intros j before; apply same; lia.
Qed.

Lemma grid_mean_nonneg mu : grid_mean beta sigma n mu -> 0 <= mu.
Proof.
  intros known; pose proof (mean_linear (2 ^ n + 1) _ _ _ _ sigma 0 (mean_of_coordinate (2 ^ n + 1) 0 ltac:(lia)) (mean_const _ 0)) as first.
  rewrite !Rmult_0_r, Rplus_0_r in first; refine (mean_monotone _ _ _ _ _ _ first known); intros z.
  pose proof (best_above (2 ^ n + 1) (grid beta sigma n z) 0 ltac:(lia)) as above; unfold grid at 1 in above; cbn [path] in above; lra.
Qed.

(* Innovations that are at least as large, and the grid. *)
Lemma relaxed_below relaxed innovations mu : mean all (midpoints beta sigma n (1 / 2)) relaxed ->
  mean (2 ^ n) (largest (2 ^ n) (sqrt (sigma ^ 2 * half_step beta n))) innovations -> grid_mean beta sigma n mu -> relaxed <= innovations + mu.
Proof.
  intros first second third; pose proof (some_points n) as some; set (s := sqrt (sigma ^ 2 * half_step beta n)) in *.
  assert (wide : 0 < s) by (apply sqrt_lt_R0, Rmult_lt_0_compat; [apply pow_lt, noise|exact step_positive]).
  set (e := exp (- 2 * half_step beta n)); set (s' := sigma * sqrt ((1 - e) / (1 + e))).
  assert (narrow : 0 <= s' <= s).
  { split; [apply Rmult_le_pos; [lra|apply sqrt_pos]|]; unfold s', s; rewrite sqrt_mult, sqrt_pow2 by (try apply pow2_ge_0; lra).
    apply Rmult_le_compat_l; [lra|]; apply sqrt_le_1_alt, tanh_below; lra. }
  assert (scaled : mean (2 ^ n) (fun z => best (2 ^ n) (fun i => s' * z i)) (s' / s * innovations)).
  { pose proof (mean_linear (2 ^ n) _ _ _ _ (s' / s) 0 second (mean_const _ 0)) as known; rewrite Rmult_0_l, Rplus_0_r in known.
    refine (mean_ext _ _ _ _ _ known); intros z; unfold largest; rewrite !best_scaled by (trivial; lra); field; lra. }
  assert (late : mean all (fun z => best (2 ^ n) (innovation beta sigma n z)) (s' / s * innovations)).
  { refine (mean_ext _ _ _ _ _ (mean_of_last (2 ^ n + 1) (2 ^ n) _ _ _ scaled)).
    - intros z; apply best_ext; intros i _; reflexivity.
    - intros x y same; apply best_ext; intros i small; rewrite same by exact small; reflexivity. }
  pose proof (mean_linear all _ _ _ _ 1 1 late (grid_mean_of_all mu third)) as both; rewrite !Rmult_1_l in both.
  assert (bound : relaxed <= s' / s * innovations + mu).
  { refine (mean_monotone all _ _ _ _ _ first both); intros z; apply best_least; [exact some|]; intros i inside; rewrite !Rmult_1_l.
    pose proof (best_above (2 ^ n) (innovation beta sigma n z) i inside); pose proof (best_above (2 ^ n + 1) (grid beta sigma n z) i ltac:(lia)).
    pose proof (best_above (2 ^ n + 1) (grid beta sigma n z) (S i) ltac:(lia)); lra. }
  pose proof (largest_mean_nonneg _ _ _ some second) as nonneg.
  assert (s' / s <= 1) by (apply (Rmult_le_reg_r s); [exact wide|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
  assert (s' / s * innovations <= 1 * innovations) by (apply Rmult_le_compat_r; lra); lra.
Qed.

Lemma gap_mean new mu difference : mean all (midpoints beta sigma n weight) new -> grid_mean beta sigma n mu ->
  mean all (fun z => midpoints beta sigma n weight z - best (2 ^ n + 1) (grid beta sigma n z)) difference -> difference = new - mu.
Proof.
  intros first second third; pose proof (mean_linear all _ _ _ _ 1 (-1) first (grid_mean_of_all mu second)) as known.
  replace (new - mu) with (1 * new + -1 * mu) by ring; refine (mean_unique all _ _ _ third _).
  refine (mean_ext _ _ _ _ _ known); intros z; ring.
Qed.
End Level.
