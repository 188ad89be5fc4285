(* Theorem 2 without noise, where Assumption 1 holds with every G and c, for real eigenvalues of Q. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import thm2_printed_formula.
Open Scope R_scope.

Definition thm2_printed_statement : Prop :=
  forall (n N : nat) (A C : matrix) (xi : vector * vector) (C0 G2 beta c lmin : R) (m : Z),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C -> real_spectrum n A C -> least (modulus n A C) lmin ->
    let start := squares n xi in
    let error := squares n (run n A C (fun _ => beta) N xi) in
    thm2_printed_domain C0 G2 (Z.of_nat N) beta c error lmin m start -> thm2_printed_defined C0 G2 (Z.of_nat N) beta c error lmin m start -> thm2_printed_claim C0 G2 (Z.of_nat N) beta c error lmin m start.
