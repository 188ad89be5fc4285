(* How far apart one update brings an approximator that is linear in its parameters, from the same theta, with the same states and
   noise, under rewards that differ by at most change; others t is the rest of the temporal difference of step t, and Gamma bounds the
   products of gradients. Other approximators are left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums.
From dpdqn Require Import thm5_sensitivity_repaired_formula.
Open Scope R_scope.

(* Q_theta in a state with the features phi, and the parameters after one update: D t is the temporal difference of step t, whose
   state has the features seen t. *)
Definition linear (d : nat) (theta phi : nat -> R) : R := sum d (fun i => theta i * phi i).
Definition updated (d B : nat) (alpha : R) (theta : nat -> R) (seen : nat -> nat -> R) (D : nat -> R) (i : nat) : R :=
  theta i - alpha * (sum B (fun t => D t * seen t i) / INR B).

Definition thm5_sensitivity_repaired_statement : Prop :=
  forall (d B : nat) (alpha Gamma change : R) (theta phi : nat -> R) (seen : nat -> nat -> R) (others reward reward' : nat -> R),
    (0 < B)%nat -> (forall t, (t < B)%nat -> Rabs (reward t - reward' t) <= change) ->
    (forall t, (t < B)%nat -> Rabs (linear d phi (seen t)) <= Gamma) ->
    let after r := linear d (updated d B alpha theta seen (fun t => others t - r t)) phi in
    let apart := Rabs (after reward - after reward') in
    thm5_sensitivity_repaired_domain Gamma alpha apart change -> thm5_sensitivity_repaired_claim Gamma alpha apart change.
