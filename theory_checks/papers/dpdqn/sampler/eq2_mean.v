(* With correlations 1/2 and 1/4 to the two neighbours the weights are 10/21 and 4/21, and are printed the other way round. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_mean_formula eq2_mean_statement.
Open Scope R_scope.

Theorem eq2_mean_refuted : ~ eq2_mean_statement.
Proof.
  intros all; pose proof example_order as order; pose proof (span_positive 1 0 example_point example_right ltac:(lra) ltac:(lra) ltac:(lra)) as span.
  assert (known : predicts 1 0 example_point example_right (10 / 21) (4 / 21)).
  { apply predicts_iff; try lra; rewrite example_low, example_high; split; field. }
  assert (claim : eq2_mean_claim 1 example_point 0 example_right (10 / 21) (4 / 21)).
  { apply (all _ _ _ _ _ _ known); [unfold eq2_mean_domain; repeat split; try lra; nra|exact span]. }
  unfold eq2_mean_claim in claim; rewrite !exp_Ropp, (exp_low 1 0 example_point), (exp_high 1 example_point example_right), (exp_whole 1 0 example_point example_right), example_low, example_high in claim by lra.
  rewrite !Rinv_inv in claim; lra.
Qed.
