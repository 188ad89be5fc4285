(* Section 3.2, solutions among bounded functions: on some set of states some environment with bounded rewards has two of them,
   at a distance from each other that Bellman's operator does not shrink. To deny this is to say that none has two. *)
From Coq Require Import Reals.
From TheoryChecks Require Import BoundedBellman.
From dpdqn Require Import bellman_nonunique_bounded_functions_formula.
Open Scope R_scope.

Definition bellman_nonunique_bounded_functions_statement : Prop :=
  exists (S : Type) (m : nat) (gamma : R) (K : (S -> R) -> Prop) (E : nat -> S -> (S -> R) -> R) (r Q Q' : nat -> S -> R)
    (distance after : R),
    (0 < m)%nat /\ closed_class K /\ means m K E /\ table m K r /\ table m K Q /\ table m K Q' /\
    solves m gamma E r Q /\ solves m gamma E r Q' /\
    apart m Q Q' distance /\ apart m (bellman m gamma E r Q) (bellman m gamma E r Q') after /\
    bellman_nonunique_bounded_functions_domain distance gamma (distance - after) /\
    bellman_nonunique_bounded_functions_claim distance gamma (distance - after).
