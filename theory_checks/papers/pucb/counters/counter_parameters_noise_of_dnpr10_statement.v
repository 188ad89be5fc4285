(* All noisy partial sums of one binary counter together, each with Laplace noise of the scale of [DNPR10]. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import BinaryCounter.
From pucb Require Import counter_parameters_noise_of_dnpr10_formula.
Open Scope R_scope.

Definition counter_parameters_noise_of_dnpr10_statement : Prop :=
  forall (T K : nat) (epsilon loss : R), counter_loss T ((1 + ln (INR T) / ln 2) / epsilon) loss ->
    counter_parameters_noise_of_dnpr10_domain (Z.of_nat K) (Z.of_nat T) epsilon loss ->
    counter_parameters_noise_of_dnpr10_claim (Z.of_nat K) (Z.of_nat T) epsilon loss.
