(* Noise 3 at the state 0 and 0 at the next one, 1; no reward, L = 1, r0 = 1: the function moves by 5/2, and the bound is 1. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums.
From dpdqn Require Import v1_thm4_one_step_formula v1_thm4_one_step_statement.
Open Scope R_scope.

Theorem v1_thm4_one_step_refuted : ~ v1_thm4_one_step_statement.
Proof.
  intros all; pose proof (all 1 (1 / 2) 0 1 0 1 0 0 1 (fun y => 3 * (1 - y)) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as claim; cbv zeta beta in claim.
  unfold v1_thm4_one_step_domain, v1_thm4_one_step_defined, v1_thm4_one_step_claim in claim.
  specialize (claim ltac:(rewrite Rabs_left by lra; lra) ltac:(rewrite Rabs_R0; repeat split; lra) ltac:(lra)); rewrite Rabs_left in claim by lra; lra.
Qed.
