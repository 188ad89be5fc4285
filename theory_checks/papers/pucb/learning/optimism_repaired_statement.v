(* While the errors of all counters are within the level E, and the sums of rewards and optimal values deviate from their means by no
   more than Hoeffding's inequality allows, no Q-value of the repaired planner is below the optimal one. That the first is so except
   with probability beta/4, E being a quantile, and the second except with probability beta/2, is not proved here. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Planner.
Open Scope R_scope.

Definition optimism_repaired_statement : Prop :=
  forall (S A H T : nat) (E beta : R) mean move number (told true_ : counts),
    (1 <= S)%nat -> (1 <= A)%nat -> (1 <= H)%nat -> (1 <= T)%nat -> 0 < beta < 1 -> 0 < E ->
    let hoeffding := ln (4 * INR S * INR A * INR H * INR T / beta) / 2 in
    mdp S A H mean move -> possible S A H number true_ -> within_level S A H E told true_ ->
    deviates_little S A H hoeffding mean move number true_ ->
    forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat ->
      action_optimum S A mean move j s a
        <= repaired_action S A H (Rmax (2 * ln (4 * INR T / beta)) hoeffding) E told j s a.
