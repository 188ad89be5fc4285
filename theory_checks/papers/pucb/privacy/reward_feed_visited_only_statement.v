(* A reward counter that waits: the event that it releases 0 after an episode that does not visit it, and after one that does. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Feeding.
From pucb Require Import reward_feed_visited_only_formula.
Open Scope R_scope.

Definition reward_feed_visited_only_statement : Prop :=
  forall epsilon scale reward unvisited visited : R,
    0 < scale -> 0 <= reward <= 1 -> chance_of_0 scale nil unvisited -> chance_of_0 scale (reward :: nil) visited ->
    reward_feed_visited_only_domain epsilon unvisited visited -> reward_feed_visited_only_claim epsilon unvisited visited.
