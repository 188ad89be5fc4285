(* Algorithm 3 with releases that are not negative, while their errors are within the level E, and the sums of rewards and optimal values
   deviate from their means by no more than Hoeffding's inequality allows: no Q-value is below the optimal one. That both are so
   except with probability beta, for ten episodes or more, is not proved here. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Planner PrintedPlanner.
Open Scope R_scope.

Definition optimism_monotone_counters_statement : Prop :=
  forall (S A H T : nat) (E beta' undefined : R) mean move number (told true_ : counts),
    (1 <= S)%nat -> (1 <= A)%nat -> (1 <= H)%nat -> (1 <= T)%nat -> 0 < beta' < 1 -> 0 < E -> 0 <= undefined ->
    let X := 2 * ln (INR T / beta') in
    mdp S A H mean move -> possible S A H number true_ -> nonnegative S A H told -> within_level S A H E told true_ ->
    deviates_little S A H X mean move number true_ ->
    forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat ->
      action_optimum S A mean move j s a <= printed_action S A H X E undefined told j s a.
