(* <f, g> = 0 holds for all nonzero f if and only if g = 0 on [0, 1], for functions with a continuous derivative. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sobolev.
Open Scope R_scope.

Definition zero_inside (f : R -> R) : Prop := forall x, 0 <= x <= 1 -> f x = 0.

Definition lemma6_nondegenerate_all_functions_statement : Prop :=
  forall (beta : R) (g dg : R -> R), 0 < beta -> smooth g dg ->
    (forall f df, smooth f df -> ~ zero_inside f -> inner beta f df g dg = 0) <-> zero_inside g.
