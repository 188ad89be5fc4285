(* One noise of scale 1/epsilon: the loss is at most epsilon, and with the streams exchanged, too. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Laplace.
From pucb Require Import laplace_example_privacy_parameter_formula.
Open Scope R_scope.

Definition laplace_example_privacy_parameter_statement : Prop :=
  forall (t t' : nat) (u w : nat -> R) (epsilon loss : R), largest_loss (1 / epsilon) t t' u w loss ->
    laplace_example_privacy_parameter_domain epsilon loss -> laplace_example_privacy_parameter_claim epsilon loss /\
      forall y, laplace_example_privacy_parameter_claim epsilon (log_ratio (1 / epsilon) (sum t' w) (sum t' u) y).
