(* How far one update moves an approximator that is linear in its parameters, where Gamma bounds the products of gradients. Other
   approximators are left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums.
From dpdqn Require Import thm5_one_step_repaired_formula.
Open Scope R_scope.

(* Q_theta in a state with the features phi, and the parameters after one update: D t is the temporal difference of step t, whose
   state has the features seen t. *)
Definition linear (d : nat) (theta phi : nat -> R) : R := sum d (fun i => theta i * phi i).
Definition updated (d B : nat) (alpha : R) (theta : nat -> R) (seen : nat -> nat -> R) (D : nat -> R) (i : nat) : R :=
  theta i - alpha * (sum B (fun t => D t * seen t i) / INR B).

Definition thm5_one_step_repaired_statement : Prop :=
  forall (d B : nat) (alpha Gamma largest_difference : R) (theta phi : nat -> R) (seen : nat -> nat -> R) (D : nat -> R),
    (0 < B)%nat -> (forall t, (t < B)%nat -> Rabs (D t) <= largest_difference) ->
    (forall t, (t < B)%nat -> Rabs (linear d phi (seen t)) <= Gamma) ->
    let moved := Rabs (linear d (updated d B alpha theta seen D) phi - linear d theta phi) in
    thm5_one_step_repaired_domain Gamma alpha largest_difference moved ->
    thm5_one_step_repaired_claim Gamma alpha largest_difference moved.
