(* One noise of scale 1/epsilon: the loss is at most epsilon, and with the streams exchanged, too; with a smaller scale it is more. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Laplace.
From pucb Require Import laplace_example_repaired_formula.
Open Scope R_scope.

Definition laplace_example_repaired_statement : Prop :=
  forall (t t' : nat) (u w : nat -> R) (epsilon loss : R), largest_loss (1 / epsilon) t t' u w loss ->
    laplace_example_repaired_domain epsilon loss -> laplace_example_repaired_claim epsilon loss /\
    (forall y, laplace_example_repaired_claim epsilon (log_ratio (1 / epsilon) (sum t' w) (sum t' u) y)) /\
    (forall scale more, 0 < scale < 1 / epsilon -> largest_loss scale t t' u w more ->
      ~ laplace_example_repaired_claim epsilon more).
