(* A modulus is the number and twice its negative part; what the optimal policy gains has a symmetric law. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies NormalMean RewardNoise MeanExists NoiseGains Estimates.
From dpdqn Require Import prop10_repaired_formula prop10_repaired_statement.
Open Scope R_scope.

Lemma best_lipschitz k : (0 < k)%nat -> lipschitz k 1 (best k).
Proof.
  intros some z w; rewrite Rmult_1_l; apply best_close; [exact some|]; intros i small.
  apply (Existence.sum_member k (fun j => Rabs (z j - w j))); [intros; apply Rabs_pos|exact small].
Qed.

Theorem prop10_repaired : prop10_repaired_statement.
Proof.
  intros n m gamma sigma P r v v' s error actions state positive discount rows optimal better known.
  assert (some : (0 < n * m)%nat) by nia; exists (average (n * m) (best (n * m))).
  pose proof (lipschitz_mean (n * m) 1 _ ltac:(lra) (best_lipschitz (n * m) some)) as largest; split; [exact largest|].
  set (e := average _ _) in *; fold mean_modulus.
  enough (second : error <= sigma / (1 - gamma) * (mean_modulus + e)).
  { split; [exact second|]; intros b first cap _; unfold prop10_repaired_defined, prop10_repaired_claim; rewrite <- !INR_IZR_INZ.
    assert (1 < INR n * INR m + 1) by (rewrite <- mult_INR; pose proof (lt_0_INR _ some); lra).
    pose proof (ln_increasing 1 (INR n * INR m + 1) ltac:(lra) ltac:(assumption)) as large; rewrite ln_1 in large.
    split; [repeat split; lra|split; [|exact cap]]; fold mean_modulus; unfold Rmin; destruct (Rle_dec _ _); assumption. }
  destruct (sure_gain n m gamma P r v s discount rows optimal state) as (pi & mu & inside & total & gain).
  set (w := fun z : nat -> R => sum n (fun t => mu t * (sigma * z (pi t * n + t)%nat))).
  set (size := fun z : nat -> R => sum n (fun t => mu t * (sigma * Rabs (z (pi t * n + t)%nat)))).
  assert (modulus : forall z, Rabs (w z) <= size z).
  { intros z; unfold w, size; eapply Rle_trans; [apply sum_abs|]; right; apply sum_ext; intros t inner.
    destruct (inside t inner) as [_ weight]; rewrite !Rabs_mult, (Rabs_pos_eq (mu t)), (Rabs_pos_eq sigma) by lra; reflexivity. }
  assert (each : forall z, Rabs (v' z s - v s) <= sigma / (1 - gamma) * best (n * m) z + (size z + -1 * w z)).
  { intros z; assert (first : w z <= v' z s - v s) by exact (gain (fun a t => sigma * z (a * n + t)%nat) (v' z) (better z)).
    destruct (optimal_policy n m gamma P (noised n sigma r z) (v' z) (better z)) as [pi' [small value']].
    pose proof (plays_chooses n m pi' small) as law.
    destruct (Existence.policy_value_exists n m gamma P r (plays pi') discount rows law) as [u value].
    assert (v' z s - u s <= sigma * best (n * m) z / (1 - gamma)).
    { apply (most_gain n m gamma P r s discount rows state (plays pi') (fun a t => sigma * z (a * n + t)%nat)); trivial.
      intros a t action inner; apply Rmult_le_compat_l; [lra|]; apply best_above; nia. }
    pose proof (no_policy_is_better n m gamma P r v discount rows optimal (plays pi') u law value s state).
    replace (sigma / (1 - gamma) * best (n * m) z) with (sigma * best (n * m) z / (1 - gamma)) by (unfold Rdiv; ring).
    specialize (modulus z); revert modulus; unfold Rabs; destruct (Rcase_abs (w z)), (Rcase_abs (v' z s - v s)); lra. }
  assert (far : forall t, (t < n)%nat -> (pi t * n + t < n * m)%nat) by (intros t inner; destruct (inside t inner); nia).
  replace (sigma / (1 - gamma) * (mean_modulus + e))
    with (sigma / (1 - gamma) * e + (sum n (fun t => mu t * (sigma * mean_modulus)) + -1 * sum n (fun t => mu t * (sigma * 0)))).
  - apply (mean_le (n * m) (fun z => Rabs (v' z s - v s)) (fun z => sigma / (1 - gamma) * best (n * m) z + (size z + -1 * w z))); [exact known| |apply each].
    apply mean_add; [apply mean_times, largest|]; apply mean_add; [|apply mean_times].
    + apply (sum_mean n (n * m) (fun t z => mu t * (sigma * Rabs (z (pi t * n + t)%nat)))); intros t inner.
      apply mean_times, mean_times, modulus_mean, far, inner.
    + apply (sum_mean n (n * m) (fun t z => mu t * (sigma * z (pi t * n + t)%nat))); intros t inner.
      apply mean_times, mean_times, coordinate_mean, far, inner.
  - rewrite (sum_ext n (fun t => mu t * (sigma * mean_modulus)) (fun t => sigma * mean_modulus * mu t)), sum_scale, total by (intros; ring).
    rewrite (sum_ext n (fun t => mu t * (sigma * 0)) (fun _ => 0)), sum_const by (intros; ring); field; lra.
Qed.
