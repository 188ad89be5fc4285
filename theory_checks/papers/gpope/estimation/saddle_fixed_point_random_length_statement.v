(* Chains that are absorbed in state n within T steps, evaluated on the data of the same policy, with one feature for each other state. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Vectors Absorbed.
From gpope Require Import saddle_fixed_point_random_length_formula.
Open Scope R_scope.

Definition saddle_fixed_point_random_length_statement : Prop :=
  forall (n T s : nat) (P r : nat -> nat -> R) (gamma : R) (start v theta : vector) (B : matrix),
    0 <= gamma < 1 ->
    (forall i, (i < n)%nat -> 0 <= start i /\ absorbed n P T i) -> sum n start = 1 ->
    (forall i, (i < n)%nat -> (forall t, (t <= n)%nat -> 0 <= P i t) /\ sum (S n) (P i) = 1) ->
    value n P r gamma v ->
    (* A is invertible, and theta is the solution, *)
    inverse n (A n P gamma start T) B -> same n theta (image n B (b n P r start T)) -> (s < n)%nat ->
    saddle_fixed_point_random_length_domain (Z.of_nat s) (theta s) (v s) ->
    saddle_fixed_point_random_length_claim (Z.of_nat s) (theta s) (v s).
