(* Lemma 2 without noise, where Assumption 1 holds with every G and c; eigenvalues are compared by modulus. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_printed_formula.
Open Scope R_scope.

Definition lemma2_printed_statement : Prop :=
  forall (n : nat) (A C : matrix) (xi : vector * vector) (beta lmin lmax G2 c : R) (N m : Z),
    from_chain n A C -> (exists B, inverse n A B) -> positive n C ->
    least (modulus n A C) lmin -> largest (modulus n A C) lmax ->
    let before := squares n xi in
    let after := squares n (run n A C (fun _ => beta) 1 xi) in
    lemma2_printed_domain G2 N after before beta c lmax lmin m ->
    lemma2_printed_defined G2 N after before beta c lmax lmin m ->
    lemma2_printed_claim G2 N after before beta c lmax lmin m.
