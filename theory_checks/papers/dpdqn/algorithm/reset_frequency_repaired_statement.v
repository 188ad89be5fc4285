(* Line 7 empties the lists before batch j exactly at multiples of the period p = T/(JB): J times in a run, and the path that
   is number i serves the batches from i p to i p + p - 1. *)
From Coq Require Import Arith.

Definition empties (p j : nat) : bool := Nat.eqb (j mod p) 0.

(* The paths that were started before the batch j is over, if it is the last of k = j + 1. *)
Fixpoint paths (p k : nat) : nat :=
  match k with O => 0 | S j => paths p j + (if empties p j then 1 else 0) end.

Definition reset_frequency_repaired_statement : Prop :=
  forall T B J : nat, 0 < T -> Nat.divide (J * B) T ->
    let p := T / (J * B) in
    T / B = J * p /\ 0 < p /\
    (forall j, j < T / B -> (empties p j = true <-> exists i, i < J /\ j = i * p)) /\
    paths p (T / B) = J /\
    (forall i j, j < T / B -> (paths p (S j) = S i <-> i * p <= j < i * p + p)).
