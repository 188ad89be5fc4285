(* One state, one action, no reward, noise 1: Q is 0, and what is optimal is 1/(1 - gamma). *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies ActionValues NormalMean NormalEvents LinearForms.
From dpdqn Require Import value_noise_is_reward_noise_literal_formula value_noise_is_reward_noise_literal_statement.
Open Scope R_scope.

Theorem value_noise_is_reward_noise_literal_refuted : ~ value_noise_is_reward_noise_literal_statement.
Proof.
  intros (carried & gamma & sigma & positive & discount & either & all).
  assert (rows : stochastic 1 1 (fun _ _ _ => 1)) by (intros a s _ _; split; [intros; lra|simpl; lra]).
  assert (claim : value_noise_is_reward_noise_literal_claim 0 carried gamma (best 1 (fun _ => 0 + carried * 1)) (/ (1 - gamma)) sigma).
  { refine (all 1%nat 1%nat (fun _ _ _ => 1) (fun _ _ => 0) (fun g _ _ => 0) 0 ltac:(lia) ltac:(lia) rows _ _ (fun _ _ => 1)
      (fun _ => / (1 - gamma)) 0%nat _ _ _).
    - intros g; exists (fun _ => 0%nat); split; [intros t small; split; [lia|reflexivity]|]; intros a s action state.
      replace a with 0%nat by lia; replace s with 0%nat by lia;  simpl; lra.
    - exists (fun x => (1 - gamma) * carried * sigma * x); split; [intros x; unfold implied, target, independent; simpl; ring|].
      apply (mean_of_one_ext (fun x => 0 * x ^ 2 + (1 - gamma) * carried * sigma * x + 0)); [intros; ring|].
      pose proof (mean_of_quadratic 0 ((1 - gamma) * carried * sigma) 0) as known; rewrite Rplus_0_l in known; exact known.
    - apply optimal_is_largest; [lra|exact rows|]; intros s _; unfold backup; simpl; split.
      + intros a _; right; field; lra.
      + exists 0%nat; split; [lia|field; lra].
    - lia.
    - unfold value_noise_is_reward_noise_literal_domain; lra. }
  destruct claim as [equal _]; simpl in equal; pose proof (Rinv_0_lt_compat (1 - gamma) ltac:(lra)) as above.
  assert (1 < / (1 - gamma)) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
  apply Rmult_integral in either; destruct either; lra.
Qed.
