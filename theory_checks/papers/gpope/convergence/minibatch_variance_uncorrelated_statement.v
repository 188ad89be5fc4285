(* Errors Delta_0, Delta_1, ... of transitions, vectors of k numbers, under any law; correlation s t is the mean of the inner
   product of two of them, at most 0 for s <> t. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Laws.
From gpope Require Import minibatch_variance_uncorrelated_formula.
Open Scope R_scope.

Definition minibatch_variance_uncorrelated_statement : Prop :=
  forall (Y : Type) (mean : law Y) (k tau : nat) (Delta : nat -> Y -> vector) (correlation : nat -> nat -> R) (one square G2 : R),
    is_law mean ->
    (forall s t, (s < tau)%nat -> (t < tau)%nat -> mean (fun y => dot k (Delta s y) (Delta t y)) (correlation s t)) ->
    (forall s t, (s < tau)%nat -> (t < tau)%nat -> s <> t -> correlation s t <= 0) ->
    (forall t, (t < tau)%nat -> correlation t t <= one) ->
    let average y := fun i => / INR tau * sum tau (fun t => Delta t y i) in
    mean (fun y => dot k (average y) (average y)) square ->
    minibatch_variance_uncorrelated_domain G2 one square (Z.of_nat tau) ->
    minibatch_variance_uncorrelated_defined G2 one square (Z.of_nat tau) /\
    minibatch_variance_uncorrelated_claim G2 one square (Z.of_nat tau).
