(* States that are never left, one action, no rewards: each value is its own noise over 1 - gamma. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Normal NormalMean.
From dpdqn Require Import prop10_reward_noise_formula prop10_reward_noise_statement.
Open Scope R_scope.

Definition stay (a s t : nat) : R := if Nat.eqb s t then 1 else 0.

Lemma sum_stay n s v : (s < n)%nat -> sum n (fun t => stay 0 s t * v t) = v s.
Proof.
  induction n as [|n IH]; [lia|]; intros below; cbn [sum]; unfold stay at 2; destruct (Nat.eqb_spec s n) as [->|other].
  - rewrite (sum_ext n _ (fun _ => 0 * 0)).
    + rewrite sum_const; ring.
    + intros t small; unfold stay; replace (Nat.eqb n t) with false by (symmetry; apply Nat.eqb_neq; lia); ring.
  - rewrite IH by lia; ring.
Qed.

Lemma stay_rows n : stochastic n 1 stay.
Proof.
  intros a s action state; split; [intros t _; unfold stay; destruct (Nat.eqb s t); lra|].
  rewrite (sum_ext n (stay a s) (fun t => stay 0 s t * 1)); [apply sum_stay, state|intros; unfold stay; ring].
Qed.

Lemma stay_value n gamma r : 0 <= gamma < 1 -> optimal_value n 1 gamma stay r (fun s => r 0%nat s / (1 - gamma)).
Proof.
  intros discount s state.
  assert (fixed : backup n gamma stay r (fun s => r 0%nat s / (1 - gamma)) 0 s = r 0%nat s / (1 - gamma))
    by (unfold backup; rewrite (sum_stay n s (fun s => r 0%nat s / (1 - gamma)) state); field; lra).
  split; [intros a action; replace a with 0%nat by lia; right; exact fixed|exists 0%nat; split; [lia|symmetry; exact fixed]].
Qed.

Lemma stay_error n gamma sigma : (0 < n)%nat -> 0 <= gamma < 1 -> 0 < sigma ->
  mean_error n 1 gamma sigma stay (fun _ _ => 0) (sigma / (1 - gamma) * mean_modulus).
Proof.
  intros some discount positive; exists (fun _ => 0 / (1 - gamma)), (fun z s => noised n sigma (fun _ _ => 0) z 0 s / (1 - gamma)).
  split; [exact (stay_value n gamma (fun _ _ => 0) discount)|]; split.
  - intros z; exact (stay_value n gamma (noised n sigma (fun _ _ => 0) z) discount).
  - assert (size : 0 < INR n) by (apply lt_0_INR, some); rewrite Nat.mul_1_r.
    replace (sigma / (1 - gamma) * mean_modulus)
      with (0 + sigma / ((1 - gamma) * INR n) * (INR n * mean_modulus)) by (field; lra).
    apply (mean_ext n (fun z => 0 + sigma / ((1 - gamma) * INR n) * sum n (fun s => Rabs (z s)))); [|apply mean_of_moduli].
    intros z; unfold norm1, noised.
    transitivity (sum n (fun s => sigma / (1 - gamma) * Rabs (z s)) / INR n); [rewrite sum_scale; field; lra|].
    f_equal; apply sum_ext; intros s _; cbn [Nat.mul Nat.add].
    replace ((0 + sigma * z s) / (1 - gamma) - 0 / (1 - gamma)) with (sigma / (1 - gamma) * z s) by (field; lra).
    symmetry; rewrite Rabs_mult, (Rabs_pos_eq (sigma / (1 - gamma))); [reflexivity|].
    apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
Qed.

Theorem prop10_reward_noise_refuted : ~ prop10_reward_noise_statement.
Proof.
  intros (n & gamma & sigma & five & discount & positive & all).
  specialize (all 1%nat stay (fun _ _ => 0) _ (stay_rows n) (stay_error n gamma sigma ltac:(lia) discount positive)).
  unfold prop10_reward_noise_domain, prop10_reward_noise_defined, prop10_reward_noise_claim in all.
  rewrite <- !INR_IZR_INZ in all; pose proof PI_RGT_0.
  assert (large : 5 <= INR n) by (apply le_INR in five; simpl in five; lra).
  assert (product : 0 < INR n * PI) by (apply Rmult_lt_0_compat; lra).
  pose proof (sqrt_lt_R0 _ product) as root.
  assert (below : 0 < sqrt (INR n * PI) * (1 - gamma)) by (apply Rmult_lt_0_compat; lra).
  assert (bound : sigma / (1 - gamma) * mean_modulus <= 2 * sqrt 2 * sigma / (sqrt (INR n * PI) * (1 - gamma)))
    by (apply all; repeat split; lra).
  unfold mean_modulus in bound; rewrite sqrt_div_alt, (sqrt_mult (INR n) PI) in bound by lra.
  pose proof (sqrt_lt_R0 PI ltac:(lra)); pose proof (sqrt_lt_R0 2 ltac:(lra)); pose proof (sqrt_lt_R0 (INR n) ltac:(lra)).
  assert (beyond : 2 < sqrt (INR n)) by (rewrite <- (sqrt_square 2) by lra; apply sqrt_lt_1; lra).
  set (unit := sigma * sqrt 2 / ((1 - gamma) * sqrt PI)).
  assert (0 < unit).
  { apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra. }
  assert (unit * sqrt (INR n) <= unit * 2).
  { apply (Rmult_le_compat_r (sqrt (INR n))) in bound; [|lra].
    replace (unit * sqrt (INR n)) with (sigma / (1 - gamma) * (sqrt 2 / sqrt PI) * sqrt (INR n))
      by (unfold unit; field; lra).
    replace (unit * 2) with (2 * sqrt 2 * sigma / (sqrt (INR n) * sqrt PI * (1 - gamma)) * sqrt (INR n))
      by (unfold unit; field; lra); exact bound. }
  pose proof (Rmult_lt_compat_l unit _ _ ltac:(assumption) beyond); lra.
Qed.
