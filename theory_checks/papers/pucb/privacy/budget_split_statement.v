(* The counters with the budget epsilon/(3H) each: what is released tells no more of one user than epsilon. Left out is that the data of
   some user are in K partial sums of each counter. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Budget.
From pucb Require Import budget_split_formula.
Open Scope R_scope.

Definition budget_split_statement : Prop :=
  forall (S A H fed K : nat) (T : Z) (epsilon epsilon_prime : R) (u v : user)
    (visits rewards : nat -> nat -> nat -> nat -> R) (moves : nat -> nat -> nat -> nat -> nat -> R),
    valid S A H u -> valid S A H v ->
    let told := loss S A H fed K (INR K / epsilon_prime) u v visits rewards moves in
    budget_split_domain (Z.of_nat H) (Z.of_nat K) (Z.of_nat S) T epsilon epsilon_prime (Z.of_nat fed) told ->
    budget_split_claim (Z.of_nat H) (Z.of_nat K) (Z.of_nat S) T epsilon epsilon_prime (Z.of_nat fed) told.
