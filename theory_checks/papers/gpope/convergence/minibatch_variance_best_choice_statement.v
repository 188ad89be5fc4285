(* The first s of tau transitions of one trajectory. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Transitions.
From gpope Require Import minibatch_variance_best_choice_formula.
Open Scope R_scope.

Definition minibatch_variance_best_choice_statement : Prop :=
  forall (n s tau : nat) (P : nat -> nat -> R) (start r : nat -> R), stationary n P start ->
    let part := mean_square n P start r s in
    let square := mean_square n P start r tau in
    minibatch_variance_best_choice_domain part (Z.of_nat s) square (Z.of_nat tau) ->
    minibatch_variance_best_choice_claim part (Z.of_nat s) square (Z.of_nat tau).
