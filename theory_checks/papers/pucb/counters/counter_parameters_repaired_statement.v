(* All noisy partial sums of one binary counter together, each with Laplace noise of the scale K/epsilon; and no smaller scale will do. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import BinaryCounter.
From pucb Require Import counter_parameters_repaired_formula.
Open Scope R_scope.

Definition counter_parameters_repaired_statement : Prop :=
  forall (T K : nat) (epsilon loss : R), counter_loss T (INR K / epsilon) loss ->
    counter_parameters_repaired_domain (Z.of_nat K) (Z.of_nat T) epsilon loss ->
    counter_parameters_repaired_claim (Z.of_nat K) (Z.of_nat T) epsilon loss /\
    (forall scale more, 0 < scale < INR K / epsilon -> counter_loss T scale more ->
      ~ counter_parameters_repaired_claim (Z.of_nat K) (Z.of_nat T) epsilon more).
