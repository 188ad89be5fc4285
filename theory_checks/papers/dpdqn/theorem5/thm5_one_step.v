(* Noise 3 at the state 0 and 0 at the next one, 1; reward 2, L = 1: the temporal difference is 1, and the bound is negative. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums.
From dpdqn Require Import thm5_one_step_formula thm5_one_step_statement.
Open Scope R_scope.

Theorem thm5_one_step_refuted : ~ thm5_one_step_statement.
Proof.
  intros all; pose proof (all 1 0 0 1 0 1 0 2 (fun y => 3 * (1 - y)) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as claim; cbv zeta beta in claim.
  unfold thm5_one_step_domain, thm5_one_step_defined, thm5_one_step_claim in claim.
  specialize (claim ltac:(rewrite Rabs_left by lra; lra) ltac:(repeat split; lra) ltac:(lra)); rewrite Rabs_left in claim by lra; lra.
Qed.
