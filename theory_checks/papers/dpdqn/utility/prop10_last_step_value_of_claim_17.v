(* No policy is better than the optimal one, so that both sides are equal for every noise. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal NormalMean RewardNoise.
From dpdqn Require Import prop10_last_step_value_of_claim_17_formula prop10_last_step_value_of_claim_17_statement.
Open Scope R_scope.

Theorem prop10_last_step_value_of_claim_17_verified : prop10_last_step_value_of_claim_17_statement.
Proof.
  intros n m gamma sigma P r v policy v' error bias some discount rows optimal values left right _.
  unfold prop10_last_step_value_of_claim_17_claim; apply (mean_unique (n * m) _ _ _ left).
  apply (mean_ext _ (fun z => - ((sum n (v' z) - sum n v) / INR n))); [|exact (mean_opposite _ _ _ right)].
  intros z; unfold norm1.
  replace (sum n (fun s => Rabs (v' z s - v s))) with (sum n v - sum n (v' z)); [unfold Rdiv; ring|].
  rewrite <- sum_sub; apply sum_ext; intros s state; destruct (values z) as [law value].
  pose proof (no_policy_is_better n m gamma P r v discount rows optimal (policy z) (v' z) law value s state).
  rewrite Rabs_left1 by lra; ring.
Qed.
