(* The lower bound of Lemma 2 for the least modulus of an eigenvalue of Q. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_lmin_modulus_formula.
Open Scope R_scope.

Definition lemma2_lmin_modulus_statement : Prop :=
  forall (n : nat) (A C D : matrix) (lmin lmin_H : R),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C -> inverse n C D ->
    least (modulus n A C) lmin -> least (eigenvalue_of n (curvature n A D)) lmin_H ->
    lemma2_lmin_modulus_claim lmin lmin_H.
