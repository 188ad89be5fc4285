(* For any nonzero f, <f, g> = 0 if and only if g = 0. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_nondegenerate_one_function_formula.
Open Scope R_scope.

Definition lemma6_nondegenerate_one_function_statement : Prop :=
  forall (beta : R) (f df g dg : R -> R), smooth f df -> smooth g dg ->
    lemma6_nondegenerate_one_function_domain beta (square beta f df) (square beta g dg) (inner beta f df g dg) ->
    lemma6_nondegenerate_one_function_claim beta (square beta f df) (square beta g dg) (inner beta f df g dg).
