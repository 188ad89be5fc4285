(* Theorem 2 for the steps of Lemma 2 and without noise, where Assumption 1 holds with every G and c; real eigenvalues of Q. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import thm2_steps_of_lemma2_formula.
Open Scope R_scope.

Definition thm2_steps_of_lemma2_statement : Prop :=
  forall (n N : nat) (A C : matrix) (xi : vector * vector) (C0 G2 beta c lmax lmin : R) (m : Z),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C -> real_spectrum n A C ->
    least (modulus n A C) lmin -> largest (modulus n A C) lmax ->
    let start := squares n xi in
    let error := squares n (run n A C (fun _ => beta) N xi) in
    thm2_steps_of_lemma2_domain C0 G2 (Z.of_nat N) beta c error lmax lmin m start -> thm2_steps_of_lemma2_defined C0 G2 (Z.of_nat N) beta c error lmax lmin m start -> thm2_steps_of_lemma2_claim C0 G2 (Z.of_nat N) beta c error lmax lmin m start.
