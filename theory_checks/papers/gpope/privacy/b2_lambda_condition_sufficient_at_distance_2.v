(* Ten records with opposite gradients, at sigma = 3/2: the order 1 is within the condition. *)
From Coq Require Import Reals ZArith Lra List.
From TheoryChecks Require Import Vectors Trajectories Releases Opposites Decide.
From gpope Require Import b2_lambda_condition_sufficient_at_distance_2_formula b2_lambda_condition_sufficient_at_distance_2_statement.
Open Scope R_scope.

Theorem b2_lambda_condition_sufficient_at_distance_2_refuted : ~ b2_lambda_condition_sufficient_at_distance_2_statement.
Proof.
  intros all; specialize (all 1%nat 0 1 (3 / 2) (fun _ => 0) _ _ 1 _ ltac:(lra) (paid_data 1 9) (paid_data (-1) 9) (one_turned 9)
    (opposite_step (3 / 2) 9 9 ltac:(lra))).
  replace (INR 10) with 10 in all by (simpl; ring); simpl Z.of_nat in all.
  unfold b2_lambda_condition_sufficient_at_distance_2_domain, b2_lambda_condition_sufficient_at_distance_2_defined, b2_lambda_condition_sufficient_at_distance_2_claim in all.
  specialize (all ltac:(decided) ltac:(decided)); denied all.
Qed.
