(* At the state 0 nothing is left of the variance. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge Normal NormalTail Gaussian.
From dpdqn Require Import eq2_boundary_zero_value_formula eq2_boundary_zero_value_statement.
Open Scope R_scope.

Theorem eq2_boundary_zero_value_refuted : ~ eq2_boundary_zero_value_statement.
Proof.
  intros all; pose proof (least_delta_curve 0 1 ltac:(lra)) as least.
  assert (known : predicts 1 0 0 1 1 0) by (split; ring).
  assert (nothing : left_over 1 0 0 1 1 0 = 0) by (unfold left_over; rewrite kernel_same; ring).
  assert (small : curve 0 1 <= 1).
  { unfold curve, excess; rewrite exp_0; pose proof (Phi_between (1 - threshold 0 1)); pose proof (Phi_between (- threshold 0 1)); lra. }
  assert (claim : eq2_boundary_zero_value_claim 1 (curve 0 1) (curve 0 1) 0 1 0 1 (left_over 1 0 0 1 1 0)).
  { apply all; [exact known|exact least|replace (1 / 1) with 1 by field; exact least|]; rewrite nothing.
    unfold eq2_boundary_zero_value_domain; repeat split; lra. }
  destruct claim as [variance _]; rewrite nothing in variance; lra.
Qed.
