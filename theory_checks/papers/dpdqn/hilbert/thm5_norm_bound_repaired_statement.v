(* The norm of the difference f, |f| <= M, of two functions with the Lipschitz constant L, for functions with a continuous
   derivative; and its value at M = v L and beta = 2/v. Left out are other Lipschitz functions, that the bound is the supremum, and that
   this beta is the best. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import thm5_norm_bound_repaired_formula.
Open Scope R_scope.

Definition thm5_norm_bound_repaired_statement : Prop :=
  forall (L M beta v : R) (f df : R -> R),
    smooth f df -> bounded_by M f -> bounded_by (2 * L) df ->
    let norm := square beta f df in
    thm5_norm_bound_repaired_domain L M beta norm v ->
    thm5_norm_bound_repaired_defined L M beta norm v /\ thm5_norm_bound_repaired_claim L M beta norm v.
