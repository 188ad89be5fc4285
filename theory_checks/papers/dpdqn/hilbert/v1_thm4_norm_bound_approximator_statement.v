(* The norm of a difference f with the Lipschitz constant 2 * L, on the whole stated domain. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import v1_thm4_norm_bound_approximator_formula.
Open Scope R_scope.

Definition v1_thm4_norm_bound_approximator_statement : Prop :=
  forall (B : Z) (L M alpha beta k r0 : R) (f df : R -> R),
    smooth f df -> bounded_by (M) f -> bounded_by (2 * L) df ->
    let norm := square beta f df in
    v1_thm4_norm_bound_approximator_domain B L M alpha beta k norm r0 ->
    v1_thm4_norm_bound_approximator_defined B L M alpha beta k norm r0 ->
    v1_thm4_norm_bound_approximator_claim B L M alpha beta k norm r0.
