(* At n = 0 the one new value has the mean 0, so that the middle is the negative of mu_0 > 0; the mean of a maximum is no less than 0. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Vectors Maximum NormalMean Expectation Variances Paths.
From dpdqn Require Import v1_lemma10_increment_formula v1_lemma10_increment_statement.
Open Scope R_scope.

Theorem v1_lemma10_increment_refuted : ~ v1_lemma10_increment_statement.
Proof.
  intros all; destruct (grid_mean_exists 1 1 1 Rlt_0_1 Rlt_0_1) as [mu_next next].
  assert (new : midpoint_mean 1 1 0 0).
  { apply (mean_ext 3) with (2 := mean_of_linear 3 (coefficient (exp (- (1 / 2 ^ 1))) 1 1)).
    intros z; symmetry; apply (path_linear (exp (- (1 / 2 ^ 1))) 1 z 3 1); lia. }
  pose proof PI_RGT_0; assert (exp (- (1)) < exp 0) by (apply exp_increasing; lra); rewrite exp_0 in *.
  assert (positive : 0 < sqrt ((1 - exp (- (1))) / PI)) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
  destruct (all 1 _ _ 0%Z _ 1 next (mean_of_ends 1 1 Rlt_0_1 Rlt_0_1) new) as [first _].
  - unfold v1_lemma10_increment_domain; lra.
  - unfold v1_lemma10_increment_defined; simpl; lra.
  - change (mean 3 (fun z => best 3 (grid 1 1 1 z)) mu_next) in next; assert (0 <= mu_next); [|lra].
    refine (mean_monotone 3 _ _ _ _ _ (mean_of_linear 3 (coefficient (exp (- (1 / 2 ^ 1))) 1 0)) next); intros z.
    rewrite <- (path_linear (exp (- (1 / 2 ^ 1))) 1 z 3 0) by lia; apply (best_above 3 (grid 1 1 1 z) 0); lia.
Qed.
