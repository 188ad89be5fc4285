(* What the policy seemed to gain is at most the largest noise each time; what the optimal policy gains has the mean 0. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum NormalMean RewardNoise MeanExists NoiseGains.
From dpdqn Require Import prop10_policy_value_repaired_formula prop10_policy_value_repaired_statement.
Open Scope R_scope.

Lemma best_lipschitz k : (0 < k)%nat -> lipschitz k 1 (best k).
Proof.
  intros some z w; rewrite Rmult_1_l; apply best_close; [exact some|]; intros i small.
  apply (Existence.sum_member k (fun j => Rabs (z j - w j))); [intros; apply Rabs_pos|exact small].
Qed.

Theorem prop10_policy_value_repaired : prop10_policy_value_repaired_statement.
Proof.
  intros n m gamma sigma P r v policy v' w s loss actions state rows optimal learned known.
  assert (some : (0 < n * m)%nat) by nia; exists (average (n * m) (best (n * m))).
  pose proof (lipschitz_mean (n * m) 1 _ ltac:(lra) (best_lipschitz (n * m) some)) as largest; split; [exact largest|].
  set (e := average _ _) in *; intros (positive & low & high); assert (discount : 0 <= gamma < 1) by lra.
  destruct (sure_gain n m gamma P r v s discount rows optimal state) as (pi & mu & inside & total & gain).
  assert (share : 0 < / (1 - gamma)) by (apply Rinv_0_lt_compat; lra).
  unfold prop10_policy_value_repaired_defined, prop10_policy_value_repaired_claim; split; [lra|].
  assert (each : forall z, 0 <= v s - w z s <= sigma / (1 - gamma) * best (n * m) z + -1 * sum n (fun t => mu t * (sigma * z (pi t * n + t)%nat))).
  { intros z; destruct (learned z) as (law & better & value' & value); split.
    - pose proof (no_policy_is_better n m gamma P r v discount rows optimal (policy z) (w z) law value s state); lra.
    - pose proof (gain (fun a t => sigma * z (a * n + t)%nat) (v' z) better) as first.
      assert (v' z s - w z s <= sigma * best (n * m) z / (1 - gamma)); [|unfold Rdiv in *; lra].
      apply (most_gain n m gamma P r s discount rows state (policy z) (fun a t => sigma * z (a * n + t)%nat)); trivial.
      intros a t action inner; apply Rmult_le_compat_l; [lra|]; apply best_above; nia. }
  split.
  - apply Rle_ge, (mean_le (n * m) (fun _ => 0) (fun z => v s - w z s) 0 loss); [apply mean_const|exact known|apply each].
  - replace (sigma / (1 - gamma) * e) with (sigma / (1 - gamma) * e + -1 * sum n (fun t => mu t * (sigma * 0))).
    + apply (mean_le (n * m) (fun z => v s - w z s) (fun z => sigma / (1 - gamma) * best (n * m) z +
        -1 * sum n (fun t => mu t * (sigma * z (pi t * n + t)%nat)))); [exact known| |apply each].
      apply mean_add; [apply mean_times, largest|]; apply mean_times; apply (sum_mean n (n * m) (fun t z => mu t * (sigma * z (pi t * n + t)%nat))).
      intros t inner; apply mean_times, mean_times, coordinate_mean; destruct (inside t inner); nia.
    + rewrite (sum_ext n _ (fun _ => 0)), sum_const by (intros; ring); ring.
Qed.
