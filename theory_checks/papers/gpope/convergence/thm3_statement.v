(* Theorem 3 without noise, where Assumption 1 holds with every G and c, for real eigenvalues of Q. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import thm3_formula.
Open Scope R_scope.

Definition thm3_statement : Prop :=
  forall (n N : nat) (A C : matrix) (xi : vector * vector) (G2 c eta lmin : R) (m : Z),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C -> real_spectrum n A C -> least (modulus n A C) lmin ->
    let start := squares n xi in
    let error := squares n (run n A C (fun i => eta / (lmin * INR i)) N xi) in
    thm3_domain G2 (Z.of_nat N) c error eta lmin m start -> thm3_defined G2 (Z.of_nat N) c error eta lmin m start -> thm3_claim G2 (Z.of_nat N) c error eta lmin m start.
