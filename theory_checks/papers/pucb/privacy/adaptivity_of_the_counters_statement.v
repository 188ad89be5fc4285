(* The noisy partial sums z of C binary counters in T episodes, with Laplace noise. Two runs differ in what the user of episode t
   puts in, x or x'; all others choose what they put in after what was released before, by f (any coins of theirs are part of f).
   The partial sum of time j holds items of episodes up to j alone, so that the density of all releases is the product of those of
   the partial sums around their data, given the releases before. What they tell is at most the number of partial sums that hold
   episode t, times the distance of x and x' over the scale; and fixed data of the others tell as much. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Laplace BinaryCounter.
Open Scope R_scope.

(* Of counter c in episode i: it may depend on what any counter released before. *)
Definition chooses_after (f : (nat -> nat -> R) -> nat -> nat -> R) : Prop :=
  forall z z' c i, (forall counter j, (j < i)%nat -> z counter j = z' counter j) -> f z c i = f z' c i.

Definition items (f : (nat -> nat -> R) -> nat -> nat -> R) (t : nat) (x : nat -> R) (z : nat -> nat -> R) (c i : nat) : R :=
  if Nat.eqb i t then x c else f z c i.

(* The log ratio of the densities of the releases z *)
Definition told (C T : nat) (scale : R) f (t : nat) (x x' : nat -> R) (z : nat -> nat -> R) : R :=
  sum C (fun c => times T (fun j => log_ratio scale (node (items f t x z c) j) (node (items f t x' z c) j) (z c j))).

Definition adaptivity_of_the_counters_statement : Prop :=
  forall (C T t : nat) (scale : R) (x x' : nat -> R), 0 < scale -> (1 <= t)%nat ->
    let fixed := held T t * sum C (fun c => Rabs (x c - x' c)) / scale in
    (forall f z, chooses_after f -> told C T scale f t x x' z <= fixed) /\
    (forall data : nat -> nat -> R, let f := fun _ => data in
      chooses_after f /\ exists z, told C T scale f t x x' z = fixed).
