(* The norm of the difference f of two functions with the Lipschitz constant L, which has the constant 2 L. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import thm5_norm_bound_approximator_formula.
Open Scope R_scope.

Definition thm5_norm_bound_approximator_statement : Prop :=
  forall (B : Z) (L M alpha beta k : R) (f df : R -> R),
    smooth f df -> bounded_by M f -> bounded_by (2 * L) df ->
    let norm := square beta f df in
    thm5_norm_bound_approximator_domain B L M alpha beta k norm ->
    thm5_norm_bound_approximator_defined B L M alpha beta k norm ->
    thm5_norm_bound_approximator_claim B L M alpha beta k norm.
