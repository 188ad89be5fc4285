(* The norm of a difference f with the Lipschitz constant L, on the whole stated domain. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import v1_thm4_norm_bound_gamma_difference_formula.
Open Scope R_scope.

Definition v1_thm4_norm_bound_gamma_difference_statement : Prop :=
  forall (L beta gamma r0 : R) (f df : R -> R),
    smooth f df -> bounded_by (2 * r0 / (1 - gamma)) f -> bounded_by (L) df ->
    let norm := square beta f df in
    v1_thm4_norm_bound_gamma_difference_domain L beta gamma norm r0 ->
    v1_thm4_norm_bound_gamma_difference_defined L beta gamma norm r0 ->
    v1_thm4_norm_bound_gamma_difference_claim L beta gamma norm r0.
