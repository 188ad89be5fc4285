(* With correlations 1/2 and 1/4 to the two neighbours 5/7 is left of the variance, and the formula gives -9/7. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_variance_identity_formula eq2_variance_identity_statement.
Open Scope R_scope.

Theorem eq2_variance_identity_refuted : ~ eq2_variance_identity_statement.
Proof.
  intros all; pose proof example_order as order; pose proof (span_positive 1 0 example_point example_right ltac:(lra) ltac:(lra) ltac:(lra)) as span.
  destruct (predicts_exists 1 0 example_point example_right ltac:(lra) ltac:(lra) ltac:(lra)) as (w & w' & known).
  pose proof (all _ _ _ _ _ _ known) as claim; simpl in claim; rewrite left_over_value, example_low, example_high in claim by (lra || exact known).
  unfold eq2_variance_identity_domain, eq2_variance_identity_defined, eq2_variance_identity_claim in claim.
  specialize (claim ltac:(lra) span); rewrite !exp_Ropp, (exp_low 1 0 example_point), (exp_high 1 example_point example_right), (exp_whole 1 0 example_point example_right), example_low, example_high, !Rinv_inv in claim by lra.
  lra.
Qed.
