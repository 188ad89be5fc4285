(* One step, two states, epsilon = 1: users in different states with rewards 1 have the loss 2. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Vectors Laplace Budget.
From pucb Require Import budget_split_formula budget_split_statement.
Open Scope R_scope.

Theorem budget_split_refuted : ~ budget_split_statement.
Proof.
  intros all.
  specialize (all 2%nat 1%nat 1%nat 1%nat 1%nat 1%Z 1 (1 / 3) (stays 0) (stays 1) (fun _ => visit (stays 0))
    (fun _ => earned (stays 0)) (fun _ => move (stays 0)) (stays_valid 2 1 1 0 ltac:(lia) ltac:(lia))
    (stays_valid 2 1 1 1 ltac:(lia) ltac:(lia))).
  unfold budget_split_domain, budget_split_claim, loss, all_counters in all; simpl in all.
  unfold earned, move, visit, unit in all; simpl in all; rewrite !log_ratio_at_centre in all by lra.
  rewrite ?Rmult_1_l, ?Rmult_0_l, ?Rmult_0_r, ?Rmult_1_r, ?Rminus_0_r, ?Rminus_0_l, ?Rabs_Ropp in all.
  replace (0 - 0) with 0 in all by ring; rewrite ?Rabs_R0, ?Rabs_R1 in all; lra.
Qed.
