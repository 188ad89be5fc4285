(* The norm of a function f with |f| <= M and the Lipschitz constant L, for functions with a continuous derivative. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import thm5_norm_bound_difference_formula.
Open Scope R_scope.

Definition thm5_norm_bound_difference_statement : Prop :=
  forall (B : Z) (L M alpha beta k : R) (f df : R -> R),
    smooth f df -> bounded_by M f -> bounded_by L df ->
    let norm := square beta f df in
    thm5_norm_bound_difference_domain B L M alpha beta k norm ->
    thm5_norm_bound_difference_defined B L M alpha beta k norm /\ thm5_norm_bound_difference_claim B L M alpha beta k norm.
