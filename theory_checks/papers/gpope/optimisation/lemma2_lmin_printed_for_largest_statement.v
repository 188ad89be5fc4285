(* The lower bound of Appendix C.1 for the largest modulus of an eigenvalue of Q. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_lmin_printed_for_largest_formula.
Open Scope R_scope.

Definition lemma2_lmin_printed_for_largest_statement : Prop :=
  forall (n : nat) (A C D : matrix) (lmax lmin_H : R),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C -> inverse n C D ->
    largest (modulus n A C) lmax -> least (eigenvalue_of n (curvature n A D)) lmin_H ->
    lemma2_lmin_printed_for_largest_claim lmax lmin_H.
