(* The upper bound of Appendix C.1 on the eigenvalues of Q, the largest one by modulus. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_lmax_formula.
Open Scope R_scope.

Definition lemma2_lmax_statement : Prop :=
  forall (n : nat) (A C D : matrix) (kappa lmax lmax_C lmax_H lmin_C : R),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C -> inverse n C D ->
    largest (modulus n A C) lmax -> largest (eigenvalue_of n (curvature n A D)) lmax_H ->
    least (eigenvalue_of n C) lmin_C -> largest (eigenvalue_of n C) lmax_C ->
    lemma2_lmax_domain kappa lmax lmax_C lmax_H lmin_C -> lemma2_lmax_claim kappa lmax lmax_C lmax_H lmin_C.
