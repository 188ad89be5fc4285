(* If a counter that is not visited has the item 0, then releasing 0 is no event that tells a visit; and all that is released of all
   counters, with the printed budget epsilon/(3 H), tells at most 2 epsilon of one user, who is in at most K partial sums. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Feeding Budget.
From pucb Require Import reward_feed_zero_fed_formula.
Open Scope R_scope.

Definition reward_feed_zero_fed_statement : Prop :=
  (forall epsilon scale reward unvisited visited : R,
    0 < scale -> 0 <= reward <= 1 -> chance_of_0 scale (0 :: nil) unvisited -> chance_of_0 scale (reward :: nil) visited ->
    reward_feed_zero_fed_domain epsilon unvisited visited -> reward_feed_zero_fed_claim epsilon unvisited visited) /\
  (forall (S A H K : nat) (epsilon : R) (u v : user) (visits rewards : nat -> nat -> nat -> nat -> R)
    (moves : nat -> nat -> nat -> nat -> nat -> R), 0 < epsilon -> (1 <= H)%nat -> (1 <= K)%nat -> valid S A H u -> valid S A H v ->
    loss S A H H K (3 * INR H * INR K / epsilon) u v visits rewards moves <= 2 * epsilon).
