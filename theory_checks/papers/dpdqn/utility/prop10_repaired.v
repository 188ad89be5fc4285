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

Theorem second_term n m gamma sigma P r v v' s error :
  (0 < m)%nat -> (s < n)%nat -> 0 < sigma -> 0 <= gamma < 1 -> stochastic n m P ->
  optimal_value n m gamma P r v -> (forall z, optimal_value n m gamma P (noised n sigma r z) (v' z)) ->
  mean (n * m) (fun z => Rabs (v' z s - v s)) error ->
  exists e, mean (n * m) (best (n * m)) e /\ error <= sigma / (1 - gamma) * (sqrt (2 / PI) + e).
Proof.
  intros actions state positive discount rows optimal better known.
  assert (some : (0 < n * m)%nat) by nia; exists (average (n * m) (best (n * m))).
  pose proof (lipschitz_mean (n * m) 1 _ ltac:(lra) (best_lipschitz (n * m) some)) as largest; split; [exact largest|].
  set (e := average _ _) in *; fold mean_modulus.
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

Theorem prop10_repaired : prop10_repaired_statement.
Proof.
  intros n m gamma sigma P r v v' s error b state rows optimal better known first own.
  destruct (optimal s state) as [_ [a [action _]]].
  assert (other : 0 < sigma -> 0 <= gamma < 1 -> exists e, mean (n * m) (best (n * m)) e /\ error <= sigma / (1 - gamma) * (sqrt (2 / PI) + e)).
  { intros; apply (second_term n m gamma sigma P r v v' s error); trivial; lia. }
  exists (average (n * m) (best (n * m))).
  pose proof (lipschitz_mean (n * m) 1 _ ltac:(lra) (best_lipschitz (n * m) ltac:(nia))) as largest; split; [exact largest|].
  intros (positive & low & high & _ & _); destruct (other positive (conj low high)) as (e & equal & second).
  rewrite (mean_unique _ _ _ _ equal largest) in second.
  unfold prop10_repaired_defined, prop10_repaired_claim; rewrite <- !INR_IZR_INZ.
  pose proof (lt_0_INR n ltac:(lia)); pose proof (lt_0_INR m ltac:(lia)); assert (0 < INR n * INR m) by (apply Rmult_lt_0_compat; assumption).
  assert (0 < ln (INR n * INR m + 1)) by (rewrite <- ln_1; apply ln_increasing; lra).
  split; [repeat split; lra|]; split; [|exact own]; unfold Rmin; destruct (Rle_dec _ _); assumption.
Qed.
