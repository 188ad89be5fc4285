(* Equation (C.4) with the root of the largest eigenvalue of I - beta Q, which is 1 - beta times the least one of Q. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_spectral_as_described_formula.
Open Scope R_scope.

Definition lemma2_spectral_as_described_statement : Prop :=
  forall (n : nat) (A C : matrix) (beta lmin lmax norm : R),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C -> real_spectrum n A C ->
    least (modulus n A C) lmin -> largest (modulus n A C) lmax ->
    lemma2_spectral_as_described_domain beta lmax lmin norm -> lemma2_spectral_as_described_claim beta lmax lmin norm.
