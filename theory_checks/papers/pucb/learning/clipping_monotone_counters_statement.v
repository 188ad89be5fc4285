(* Algorithm 3 with releases that are not negative, of whatever size: all values are between 0 and H; and the cut at H leaves what is at
   least the optimal value at least as large. 0/0 is read as a number that is not negative, and other quotients by 0 as infinite. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Planner PrintedPlanner.
Open Scope R_scope.

Definition clipping_monotone_counters_statement : Prop :=
  forall (S A H T : nat) (E beta' undefined : R) mean move (told : counts),
    (1 <= A)%nat -> 0 <= E -> 0 <= undefined -> nonnegative S A H told -> mdp S A H mean move ->
    let X := 2 * ln (INR T / beta') in
    (forall j s, (j <= H)%nat -> (s < S)%nat -> 0 <= printed_value S A H X E undefined told j s <= INR H) /\
    (forall j s a Q, (j < H)%nat -> (s < S)%nat -> (a < A)%nat ->
      action_optimum S A mean move j s a <= Q -> action_optimum S A mean move j s a <= Rmin (INR H) Q).
