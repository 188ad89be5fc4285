(* States in [0, 1] with the feature phi(s) = s, m trajectories that visit one state each. The estimate and the deviation of the noise of
   DP-LSL are those of the features that were visited: both are 0 if all of these are 0, and else the deviation is positive. Then no
   epsilon and no delta below 1 will do. *)
From Coq Require Import Reals.
From TheoryChecks Require Import NormalEvents.
Open Scope R_scope.

Definition baseline_limits_visited_states_statement : Prop :=
  forall (m : nat) (V : R) (estimate deviation : (nat -> R) -> (nat -> R) -> R), (1 <= m)%nat -> 0 < V ->
    (forall s F, (forall j, (j < m)%nat -> s j = 0) -> estimate s F = 0 /\ deviation s F = 0) ->
    (forall s F, (exists j, (j < m)%nat /\ s j <> 0) -> 0 < deviation s F) ->
    forall epsilon delta, delta < 1 -> exists (s s' F : nat -> R) (k : nat) (S : R -> bool) (p q : R),
      (k < m)%nat /\ (forall j, (j < m)%nat -> 0 <= s j <= 1 /\ 0 <= s' j <= 1 /\ 0 <= F j <= V /\ (j <> k -> s j = s' j)) /\
      chance S (fun z => estimate s F + deviation s F * z) p /\ chance S (fun z => estimate s' F + deviation s' F * z) q /\
      exp epsilon * q + delta < p.
