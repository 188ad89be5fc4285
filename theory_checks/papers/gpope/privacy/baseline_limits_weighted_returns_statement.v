(* One state, m trajectories of one step, an action of probability p under the behaviour policy and 1 under the evaluated one: a return V
   with the ratio 1/p in place of a return 0 moves the mean by V/(p m). The noise has a deviation of at most a V, whatever p is. *)
From Coq Require Import Reals.
From TheoryChecks Require Import NormalEvents.
Open Scope R_scope.

(* The data sets that differ in this return have other outputs than epsilon and delta allow. *)
Definition broken (epsilon delta moved deviation : R) : Prop :=
  exists S here there, chance S (fun z => moved + deviation * z) here /\ chance S (fun z => 0 + deviation * z) there /\
    exp epsilon * there + delta < here.

Definition baseline_limits_weighted_returns_statement : Prop :=
  forall (m : nat) (epsilon delta a V : R), (1 <= m)%nat -> 0 < a -> 0 < V -> 0 < delta < 1 ->
    exists least, 0 < least <= 1 /\ forall p deviation, 0 < p <= least -> 0 < deviation <= a * V ->
      broken epsilon delta (1 / p * V / INR m) deviation.
