(* Two records at sigma = 2: the bound holds at the order 1, and the condition allows no order. *)
From Coq Require Import Reals ZArith Lra List.
From TheoryChecks Require Import Sums Vectors Trajectories Releases Opposites Decide.
From gpope Require Import b2_lambda_condition_necessary_formula b2_lambda_condition_necessary_statement.
Open Scope R_scope.

Theorem b2_lambda_condition_necessary_refuted : ~ b2_lambda_condition_necessary_statement.
Proof.
  intros all; specialize (all 1%nat 0 1 2 (fun _ => 0) (paying 1) (paying (-1)) (repeat (paying (-1)) 1) 1
    (ln (1 + (exp (4 / 2 ^ 2) - 1) / INR 2 ^ 2)) ltac:(lra) (paid_data 1 1) (paid_data (-1) 1)).
  specialize (all ltac:(intros G [<-|none]; [reflexivity|destruct none])
    ltac:(change (dot 2 (fun i => sent 1 i - sent (-1) i) (fun i => sent 1 i - sent (-1) i) = (2 * 1) ^ 2); rewrite sent_apart; ring)
    (opposite_step 2 1 1 ltac:(lra))).
  replace (INR 2) with 2 in all by (simpl; ring); simpl Z.of_nat in all.
  unfold b2_lambda_condition_necessary_domain, b2_lambda_condition_necessary_defined, b2_lambda_condition_necessary_claim in all.
  specialize (all ltac:(decided) ltac:(decided)); denied all.
Qed.
