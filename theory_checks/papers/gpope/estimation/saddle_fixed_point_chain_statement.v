(* The chain of Section 7 with n states before the last one: a step stays or goes on with probability 1/2, the start is uniform, and
   reaching the end gives 1. Trajectories have no longest length: A and b are limits over those that are cut after T steps. The claim is
   one about every n, and the proof denies it for n = 1: that it is false for the 39 states of Section 7 is not proved here. *)
From Coq Require Import Reals ZArith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Vectors Absorbed.
From gpope Require Import saddle_fixed_point_chain_formula.
Open Scope R_scope.

Definition walk (s t : nat) : R := if Nat.eqb t s then / 2 else if Nat.eqb t (S s) then / 2 else 0.
Definition at_end (n : nat) (s t : nat) : R := if Nat.eqb s n then 0 else if Nat.eqb t n then 1 else 0.
Definition uniform (n : nat) (s : nat) : R := / INR n.

Definition saddle_fixed_point_chain_statement : Prop :=
  forall (n : nat) (gamma v : R) (M N : matrix) (c theta : vector),
    (forall i j, (i < n)%nat -> (j < n)%nat -> is_lim_seq (fun T => A n walk gamma (uniform n) T i j) (M i j)) ->
    (forall i, (i < n)%nat -> is_lim_seq (fun T => b n walk (at_end n) (uniform n) T i) (c i)) ->
    (* M is invertible, and theta is the solution; v is the value of the last state before the end. *)
    inverse n M N -> same n theta (image n N c) ->
    saddle_fixed_point_chain_domain gamma (Z.of_nat n) (theta (n - 1)%nat) v ->
    saddle_fixed_point_chain_claim gamma (Z.of_nat n) (theta (n - 1)%nat) v.
