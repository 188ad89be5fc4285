(* Line 22 with the upper limit (j + 1) B - 1: each batch has B terms, and every step is a term of exactly one of them. *)
From Coq Require Import Arith List.

Definition is_term (B j t : nat) : Prop := j * B <= t <= (j + 1) * B - 1.

Definition line22_sum_repaired_statement : Prop :=
  forall T B : nat, 0 < B -> Nat.divide B T ->
    (forall j, exists steps, NoDup steps /\ length steps = B /\ forall t, In t steps <-> is_term B j t) /\
    (forall j t, j < T / B -> is_term B j t -> t < T) /\
    (forall t, t < T -> exists j, j < T / B /\ is_term B j t /\ forall i, is_term B i t -> i = j).
