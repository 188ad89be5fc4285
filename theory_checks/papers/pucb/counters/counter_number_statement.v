(* Algorithm 2 keeps one counter r and one counter n for each (s, a, h), and one counter m for each (s, a, s', h). *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums.
From pucb Require Import counter_number_formula.
Open Scope R_scope.

Definition counters (S A H : nat) : R :=
  sum S (fun s => sum A (fun a => sum H (fun h => 1 + 1 + sum S (fun next => 1)))).

Definition counter_number_statement : Prop :=
  forall (S A H : nat),
    counter_number_domain (Z.of_nat A) (Z.of_nat H) (Z.of_nat S) (counters S A H) ->
    counter_number_claim (Z.of_nat A) (Z.of_nat H) (Z.of_nat S) (counters S A H).
