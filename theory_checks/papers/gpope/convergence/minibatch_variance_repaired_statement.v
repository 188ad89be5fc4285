(* Errors Delta_0, ..., of vectors of k numbers, under any law: the mean of the inner product of two of them is at most G2 rho^|s - t|.
   For rho = 1 the fraction in the last bound has no value, and the minimum is read as 1. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Laws Ranges.
From gpope Require Import minibatch_variance_repaired_formula.
Open Scope R_scope.

Definition minibatch_variance_repaired_statement : Prop :=
  forall (Y : Type) (mean : law Y) (k tau : nat) (Delta : nat -> Y -> vector) (correlation : nat -> nat -> R) (square G2 rho : R),
    is_law mean ->
    (forall s t, (s < tau)%nat -> (t < tau)%nat -> mean (fun y => dot k (Delta s y) (Delta t y)) (correlation s t)) ->
    (forall s t, (s < tau)%nat -> (t < tau)%nat -> correlation s t <= G2 * rho ^ ((s - t) + (t - s))) ->
    let average y := fun i => / INR tau * sum tau (fun t => Delta t y i) in
    mean (fun y => dot k (average y) (average y)) square ->
    minibatch_variance_repaired_domain G2 rho square (Z.of_nat tau) ->
    (rho < 1 -> minibatch_variance_repaired_defined G2 rho square (Z.of_nat tau) /\
      minibatch_variance_repaired_claim G2 rho square (Z.of_nat tau)) /\
    (let bound := G2 / INR tau * (1 + 2 * over 1 (Z.of_nat tau - 1) (fun j => (1 - IZR j / INR tau) * 1)) in
      rho = 1 -> square <= bound <= G2).
