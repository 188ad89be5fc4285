(* Equation (C.4) for the spectral norm: the least bound on the squared length of a step, which is attained. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_spectral_spectral_norm_formula.
Open Scope R_scope.

Definition lemma2_spectral_spectral_norm_statement : Prop :=
  forall (n : nat) (A C : matrix) (longest : vector * vector) (beta lmin lmax norm : R),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C -> real_spectrum n A C ->
    least (modulus n A C) lmin -> largest (modulus n A C) lmax ->
    let step := run n A C (fun _ => beta) 1 in
    (forall xi, squares n (step xi) <= norm * squares n xi) ->
    0 < squares n longest -> squares n (step longest) = norm * squares n longest ->
    lemma2_spectral_spectral_norm_domain beta lmax lmin norm -> lemma2_spectral_spectral_norm_claim beta lmax lmin norm.
