(* On any set of states, with bounded rewards: Bellman's operator is a contraction of the bounded functions, and exactly one of
   them solves the equation. *)
From Coq Require Import Reals.
From TheoryChecks Require Import BoundedBellman.
From dpdqn Require Import bellman_nonunique_repaired_formula.
Open Scope R_scope.

Definition bellman_nonunique_repaired_statement : Prop :=
  forall (S : Type) (m : nat) (gamma : R) (K : (S -> R) -> Prop) (E : nat -> S -> (S -> R) -> R) (r : nat -> S -> R),
    (0 < m)%nat -> 0 <= gamma < 1 -> closed_class K -> means m K E -> table m K r ->
    (forall Q Q' before after, table m K Q -> table m K Q' ->
      apart m Q Q' before -> apart m (bellman m gamma E r Q) (bellman m gamma E r Q') after ->
      bellman_nonunique_repaired_domain after before gamma -> bellman_nonunique_repaired_claim after before gamma) /\
    exists Q, table m K Q /\ solves m gamma E r Q /\
      forall Q', table m K Q' -> solves m gamma E r Q' -> forall a s, (a < m)%nat -> Q' a s = Q a s.
