(* Section 3.2: the norm of the difference f of two value functions with the Lipschitz constant L, which has the constant 2 L. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import cor7_norm_bound_formula.
Open Scope R_scope.

Definition cor7_norm_bound_statement : Prop :=
  forall (L beta gamma r0 : R) (f df : R -> R),
    smooth f df -> bounded_by (2 * r0 / (1 - gamma)) f -> bounded_by (2 * L) df ->
    let norm := square beta f df in
    cor7_norm_bound_domain L beta gamma norm r0 ->
    cor7_norm_bound_defined L beta gamma norm r0 ->
    cor7_norm_bound_claim L beta gamma norm r0.
