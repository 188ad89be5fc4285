(* One noise of scale epsilon: the loss is at most epsilon inside of the region, and more outside; and inside with the streams exchanged, too. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Laplace.
From pucb Require Import laplace_example_scale_formula.
Open Scope R_scope.

Definition laplace_example_scale_statement : Prop :=
  forall (t t' : nat) (u w : nat -> R) (epsilon loss : R), largest_loss epsilon t t' u w loss ->
    laplace_example_scale_domain epsilon loss -> (laplace_example_scale_claim epsilon loss <-> laplace_example_scale_region epsilon loss) /\
      (laplace_example_scale_region epsilon loss ->
        forall y, laplace_example_scale_claim epsilon (log_ratio epsilon (sum t' w) (sum t' u) y)).
