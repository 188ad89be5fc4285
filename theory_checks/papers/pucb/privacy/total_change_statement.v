(* What one user can change in all counters is at most 6 H, attained where there are two states. Left out is the noise that this needs. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Budget.
Open Scope R_scope.

Definition total_change_statement : Prop :=
  forall (S A H : nat),
    (forall u v, valid S A H u -> valid S A H v -> change S A H H u v <= 6 * INR H) /\
    ((2 <= S)%nat -> (1 <= A)%nat -> exists u v, valid S A H u /\ valid S A H v /\ change S A H H u v = 6 * INR H).
