(* The chain of Section 7 with n + 1 states, each with a feature of its own: a step stays or goes on to the next state with
   probability 1/2, the start is uniform in the first n, and transitions are recorded until the last state is reached. *)
From Coq Require Import Reals ZArith List.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums.
From gpope Require Import c_invertible_forty_features_formula.
Import ListNotations.
Open Scope R_scope.

(* The mean of f over trajectories that are cut after T steps; f sees the states in which recorded transitions start. *)
Fixpoint over_trajectories (last T s : nat) (starts : list nat) (f : list nat -> R) : R :=
  match T with
  | O => f starts
  | S k => if Nat.eqb s last then f starts
      else / 2 * over_trajectories last k s (s :: starts) f + / 2 * over_trajectories last k (S s) (s :: starts) f
  end.

(* The entry of C for the feature of s: 1/length times the number of transitions from s *)
Definition share (s : nat) (starts : list nat) : R := / INR (length starts) * INR (count_occ Nat.eq_dec starts s).
Definition diagonal (n s T : nat) : R := / INR n * sum n (fun first => over_trajectories n T first [] (share s)).

(* A diagonal matrix has no inverse if one of its entries is 0. *)
Definition c_invertible_forty_features_statement : Prop :=
  forall (n s : nat) (entry : R), is_lim_seq (diagonal n s) entry ->
    c_invertible_forty_features_domain entry (Z.of_nat n) (Z.of_nat s) ->
    c_invertible_forty_features_claim entry (Z.of_nat n) (Z.of_nat s).
