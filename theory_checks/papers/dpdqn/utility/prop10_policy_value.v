(* One state, one action that earns 4, and many that earn nothing: more often than not noise makes one of these the best. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Policies NormalMean RewardNoise LinearForms MeanExists DualPrograms Bandit.
From dpdqn Require Import prop10_policy_value_formula prop10_policy_value_statement.
Open Scope R_scope.

Theorem prop10_policy_value_refuted : ~ prop10_policy_value_statement.
Proof.
  intros all; destruct taken_earns_little as (k & p & some & small & known).
  pose proof (sqrt_lt_R0 PI PI_RGT_0) as root; destruct printed_factor as [bound _].
  assert (below : forall z, ahead k (taken k z) 0 <= 4) by (intros; unfold ahead; destruct (Nat.eqb _ k); lra).
  assert (claim : prop10_policy_value_claim (INR (S k)) (1 / 2) 1 (1 / 2) (8 + - 2 * (4 * p)) (INR (S k)) 1 1).
  { apply (all 1%nat (S k) (1 / 2) 1 always (ahead k) (fun _ => 8) (fun z => all_on (1 / 2) (taken k z))
      (fun z _ => 2 * ahead k (taken k z) 0)).
    - apply always_rows.
    - apply optimal_is_largest; [lra|apply always_rows|]; intros s _; unfold backup; split.
      + intros a _; unfold ahead, always; simpl; destruct (Nat.eqb a k); lra.
      + exists k; split; [lia|]; unfold ahead, always; rewrite Nat.eqb_refl; simpl; lra.
    - intros z; apply all_on_best; [lra|apply taken_most|apply taken_most].
    - intros z s state; replace s with 0%nat by lia; pose proof (proj1 (taken_most k z)) as inside.
      rewrite (one_state_total (1 / 2) (S k) _ ltac:(lra) (all_on_feasible (1 / 2) (S k) _ ltac:(lra) inside)).
      rewrite (sum_ext (S k) _ (fun a => all_on (1 / 2) (taken k z) a 0 *
        (/ 2 * (ahead k a 0 + 1 / 2 * sum 1 (fun t => always a 0 t * (2 * ahead k (taken k z) 0)))))) by (intros; field).
      rewrite (sum_all_on (1 / 2) (S k) (taken k z) _ inside); unfold always; simpl; field.
    - rewrite Nat.mul_1_l; apply (mean_ext (S k) (fun z => 8 + - 2 * ahead k (taken k z) 0)).
      + intros z; unfold norm1; specialize (below z); simpl; rewrite Rabs_left1 by lra; field.
      + apply mean_add; [apply mean_const|apply mean_times, known].
    - simpl INR; unfold prop10_policy_value_domain; simpl; repeat split; lra.
    - unfold prop10_policy_value_defined; simpl; rewrite Rmult_1_l; pose proof PI_RGT_0; repeat split; [lra|].
      apply Rgt_not_eq; lra. }
  unfold prop10_policy_value_claim in claim; simpl in claim.
  rewrite Rmult_1_l in claim; unfold Rdiv in *; rewrite Rinv_mult in claim; nra.
Qed.
