(* At D = epsilon = lambda = 1 the excess is 0.126..., and the bound 0.091... *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Normal NormalTail Gaussian Moments Decide.
From dpdqn Require Import thm5_moment_bound_formula thm5_moment_bound_statement.
Open Scope R_scope.

Theorem thm5_moment_bound_refuted : ~ thm5_moment_bound_statement.
Proof.
  intros all; assert (unit : sqrt (1 * 1) / 1 = 1) by (rewrite Rmult_1_r, sqrt_1; field).
  pose proof (ratio_moment_exists 0 1 1 1 ltac:(lra)) as known; cbv beta match in known.
  pose proof (all 1%Z 1 1 _ 1 _ 1 1 1 _ (eq_sym unit) (least_delta_curve 1 1 ltac:(lra)) (conj known eq_refl)) as point.
  rewrite curve_formula, ln_exp in point by lra.
  unfold thm5_moment_bound_domain, thm5_moment_bound_defined, thm5_moment_bound_claim in point.
  assert (claim := point ltac:(repeat split; lra) ltac:(lra)); clear point; denied claim.
Qed.
