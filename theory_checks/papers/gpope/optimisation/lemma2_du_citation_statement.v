(* The factor k of the cited analysis, which would have to be 1 for the Q of (6.2). Left out is what the cited appendix analyses. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_du_citation_formula.
Open Scope R_scope.

Definition lemma2_du_citation_statement : Prop :=
  forall (n : nat) (A C D : matrix) (k lmax_H lmin_C : R),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C -> inverse n C D ->
    largest (eigenvalue_of n (curvature n A D)) lmax_H -> least (eigenvalue_of n C) lmin_C ->
    lemma2_du_citation_domain k lmax_H lmin_C -> lemma2_du_citation_claim k lmax_H lmin_C.
