(* The first tau transitions of one trajectory, and a single one. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Transitions.
From gpope Require Import minibatch_variance_of_one_trajectory_formula.
Open Scope R_scope.

Definition minibatch_variance_of_one_trajectory_statement : Prop :=
  forall (n tau : nat) (P : nat -> nat -> R) (start r : nat -> R) (G2 : R), stationary n P start ->
    let one := mean_square n P start r 1 in
    let square := mean_square n P start r tau in
    minibatch_variance_of_one_trajectory_domain G2 one square (Z.of_nat tau) ->
    minibatch_variance_of_one_trajectory_defined G2 one square (Z.of_nat tau) ->
    minibatch_variance_of_one_trajectory_claim G2 one square (Z.of_nat tau).
