(* The mean of the largest of n independent normal numbers, by exponential moments. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Laws RandomElements Maximum Normal NormalMean NormalEvents Moments Expectation.
Open Scope R_scope.

Lemma mean_law k : is_law (mean k).
Proof.
  split; [apply mean_const| |].
  - intros f g l m a b; apply mean_linear.
  - intros f g l m; apply mean_monotone.
Qed.

Lemma one_of_sum n f a : (forall i, 0 <= f i) -> (a < n)%nat -> f a <= sum n f.
Proof.
  intros positive small; induction n as [|n IH]; [lia|]; cbn [sum]; destruct (Nat.eq_dec a n) as [-> | other].
  - assert (0 <= sum n f) by (apply sum_nonneg; intros; apply positive); lra.
  - pose proof (IH ltac:(lia)); pose proof (positive n); lra.
Qed.

Section Largest.
Variables (n : nat) (sigma : R).
Hypotheses (some : (0 < n)%nat) (noise : 0 < sigma).

Definition largest (z : nat -> R) : R := best n (fun i => sigma * z i).
Definition exponentials (t : R) (z : nat -> R) : R := sum n (fun i => exp (t * (sigma * z i))).

Lemma largest_below t z : exp (t * largest z) <= exponentials t z.
Proof.
  destruct (best_attained n (fun i => sigma * z i) some) as [a [small equal]]; unfold largest; rewrite equal.
  apply (one_of_sum n (fun i => exp (t * (sigma * z i))) a); [intros; left; apply exp_pos|exact small].
Qed.

Lemma mean_of_exponentials t : mean n (exponentials t) (INR n * exp (t ^ 2 * sigma ^ 2 / 2)).
Proof.
  pose proof (mean_of_sum n _ _ (exponential_mean 0 (t * sigma)) 0 1) as known.
  replace (0 + 1 * (INR n * exp (0 + (t * sigma) ^ 2 / 2))) with (INR n * exp (t ^ 2 * sigma ^ 2 / 2)) in known.
  - apply (mean_ext n) with (2 := known); intros z; rewrite Rplus_0_l, Rmult_1_l; apply sum_ext; intros; f_equal; ring.
  - rewrite !Rplus_0_l, Rmult_1_l; do 3 f_equal; ring.
Qed.

Lemma largest_close z w : Rabs (largest z - largest w) <= sigma * distance n z w.
Proof.
  apply best_close; [exact some|]; intros i small; rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq sigma) by lra.
  apply Rmult_le_compat_l; [lra|]; apply (one_of_sum n (fun i => Rabs (z i - w i)) i); [intros; apply Rabs_pos|exact small].
Qed.

Lemma exponential_exists t : 0 <= t -> exists e, mean n (fun z => exp (t * largest z)) e.
Proof.
  intros positive; eexists; apply mean_exists; exists (t * sigma), (t * sigma).
  assert (slope : 0 <= t * sigma) by (apply Rmult_le_pos; lra); split; [exact slope|]; split; [exact slope|]; intros z w.
  assert (size : forall u, exp (t * largest u) <= weight (t * sigma) n u).
  { intros u; apply Rle_trans with (1 := largest_below t u); unfold exponentials, weight.
    assert (0 <= sum n (fun i => growth (t * sigma) (u i) - exp (t * (sigma * u i)))); [|rewrite sum_sub in *; lra].
    apply sum_nonneg; intros i _; unfold growth; rewrite <- Rmult_assoc; pose proof (exp_pos (- (t * sigma) * u i)); lra. }
  assert (step : forall x y, Rabs (exp x - exp y) <= Rabs (x - y) * (exp x + exp y)).
  { assert (up : forall x y, x <= y -> Rabs (exp x - exp y) <= Rabs (x - y) * (exp x + exp y)).
    { intros x y order; rewrite !Rabs_left1; [| lra | destruct order as [less| ->]; [left; pose proof (exp_increasing x y less); lra|lra]].
      pose proof (exp_ineq1_le (x - y)) as tangent; pose proof (exp_pos x); pose proof (exp_pos y).
      assert (exp x = exp y * exp (x - y)) by (rewrite <- exp_plus; f_equal; ring).
      assert (exp y * (1 + (x - y)) <= exp y * exp (x - y)) by (apply Rmult_le_compat_l; lra).
      assert (0 <= - (x - y) * exp x) by (apply Rmult_le_pos; lra); lra. }
    intros x y; destruct (Rle_dec x y); [apply up; assumption|].
    rewrite (Rabs_minus_sym (exp x)), (Rabs_minus_sym x), (Rplus_comm (exp x)); apply up; lra. }
  apply Rle_trans with (1 := step _ _); rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq t) by exact positive.
  pose proof (largest_close z w) as close; pose proof (size z); pose proof (size w).
  pose proof (exp_pos (t * largest z)); pose proof (exp_pos (t * largest w)).
  apply Rle_trans with (t * (sigma * distance n z w) * (weight (t * sigma) n z + weight (t * sigma) n w)); [|right; ring].
  apply Rmult_le_compat; [apply Rmult_le_pos; [lra|apply Rabs_pos]|lra|apply Rmult_le_compat_l; assumption|lra].
Qed.

(* t max <= ln (sum of exponentials) <= ln (its mean) + sum/mean - 1. *)
Theorem largest_mean m : mean n largest m -> m <= sqrt (2 * ln (INR n)) * sigma.
Proof.
  intros known; assert (count : 1 <= INR n) by (apply (le_INR 1); lia).
  assert (log : 0 <= ln (INR n)) by (rewrite <- ln_1; destruct count as [more| <-]; [left; apply ln_increasing; lra|lra]).
  assert (each : forall t, 0 < t -> t * m <= ln (INR n) + t ^ 2 * sigma ^ 2 / 2).
  { intros t positive; set (a := INR n * exp (t ^ 2 * sigma ^ 2 / 2)).
    assert (0 < a) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
    assert (value : ln a = ln (INR n) + t ^ 2 * sigma ^ 2 / 2) by (unfold a; rewrite ln_mult, ln_exp by (try apply exp_pos; lra); ring).
    pose proof (mean_linear n _ _ _ _ t 0 known (mean_const n 0)) as left.
    pose proof (mean_linear n _ _ _ _ (ln a - 1) (/ a) (mean_const n 1) (mean_of_exponentials t)) as right.
    fold a in right; replace ((ln a - 1) * 1 + / a * a) with (ln a) in right by (field; lra); rewrite Rmult_0_l, Rplus_0_r in left.
    rewrite <- value; refine (mean_monotone n _ _ _ _ _ left right); intros z.
    pose proof (largest_below t z) as below; pose proof (exp_ineq1_le (t * largest z - ln a)) as tangent.
    unfold Rminus in tangent; rewrite exp_plus, exp_Ropp, exp_ln in tangent by assumption.
    assert (exp (t * largest z) * / a <= / a * exponentials t z)
      by (rewrite (Rmult_comm (/ a)); apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption|exact below]); lra. }
  destruct log as [more|zero].
  - pose proof (sqrt_lt_R0 (2 * ln (INR n)) ltac:(lra)) as root; pose proof (sqrt_sqrt (2 * ln (INR n)) ltac:(lra)) as square.
    set (s := sqrt (2 * ln (INR n))) in *; pose proof (each (s / sigma) ltac:(apply Rdiv_lt_0_compat; lra)) as best_t.
    replace ((s / sigma) ^ 2 * sigma ^ 2 / 2) with (s * s / 2) in best_t by (field; lra); rewrite square in best_t.
    apply (Rmult_le_reg_l (s / sigma)); [apply Rdiv_lt_0_compat; lra|].
    replace (s / sigma * (s * sigma)) with (s * s) by (field; lra); lra.
  - rewrite <- zero, Rmult_0_r, sqrt_0, Rmult_0_l; destruct (Rle_dec m 0) as [fine|large]; [exact fine|exfalso].
    assert (wide : 0 < sigma ^ 2) by (apply pow_lt; lra).
    pose proof (each (m / sigma ^ 2) ltac:(apply Rdiv_lt_0_compat; lra)) as small; rewrite <- zero in small.
    replace ((m / sigma ^ 2) ^ 2 * sigma ^ 2 / 2) with (m / sigma ^ 2 * m / 2) in small by (field; lra).
    assert (0 < m / sigma ^ 2 * m) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra); lra.
Qed.
End Largest.
