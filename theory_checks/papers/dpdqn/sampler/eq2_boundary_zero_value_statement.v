(* Appendix A, missing neighbours are stored states 0 and 1 with the noise value 0: the variance of the first value, and how well
   it hides a shift; both deltas are the least ones, as far as half-lines tell, which decide them. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge Gaussian.
From dpdqn Require Import eq2_boundary_zero_value_formula.
Open Scope R_scope.

Definition eq2_boundary_zero_value_statement : Prop :=
  forall beta delta delta_path epsilon mu s sigma w_minus w_plus : R,
    predicts beta 0 s 1 w_minus w_plus -> least_delta epsilon mu delta -> least_delta epsilon (1 / sigma) delta_path ->
    let variance := left_over beta 0 s 1 w_minus w_plus in
    eq2_boundary_zero_value_domain beta delta delta_path epsilon mu s sigma variance ->
    eq2_boundary_zero_value_claim beta delta delta_path epsilon mu s sigma variance.
