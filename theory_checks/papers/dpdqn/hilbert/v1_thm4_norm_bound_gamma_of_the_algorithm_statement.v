(* The norm of the difference of two functions Q(s) = kappa theta + L s after one update from the same theta, with the same temporal
   difference but for the reward r or r'. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import v1_thm4_norm_bound_gamma_of_the_algorithm_formula.
Open Scope R_scope.

Definition trained (kappa alpha L theta others r s : R) : R := kappa * (theta - alpha * kappa * (others - r)) + L * s.

Definition v1_thm4_norm_bound_gamma_of_the_algorithm_statement : Prop :=
  forall (L alpha beta gamma kappa r0 theta others r r' : R) (df : R -> R),
    let f := fun s => trained kappa alpha L theta others r s - trained kappa alpha L theta others r' s in
    Rabs r <= r0 -> Rabs r' <= r0 -> smooth f df ->
    v1_thm4_norm_bound_gamma_of_the_algorithm_domain L alpha beta gamma kappa (square beta f df) r0 ->
    v1_thm4_norm_bound_gamma_of_the_algorithm_defined L alpha beta gamma kappa (square beta f df) r0 ->
    v1_thm4_norm_bound_gamma_of_the_algorithm_claim L alpha beta gamma kappa (square beta f df) r0.
