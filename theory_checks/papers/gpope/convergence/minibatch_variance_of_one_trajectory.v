(* A state that never changes: the mean over two transitions is no better than one. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Transitions.
From gpope Require Import minibatch_variance_of_one_trajectory_formula minibatch_variance_of_one_trajectory_statement.
Open Scope R_scope.

Definition stays (s t : nat) : R := if Nat.eqb s t then 1 else 0.
Definition r (s : nat) : R := match s with O => 1 | _ => -1 end.

Theorem minibatch_variance_of_one_trajectory_refuted : ~ minibatch_variance_of_one_trajectory_statement.
Proof.
  intros all; specialize (all 2%nat 2%nat stays (fun _ => / 2) r 1).
  assert (fixed : stationary 2 stays (fun _ => / 2)).
  { repeat split; try (intros; simpl; lra).
    - intros t _; unfold stays; destruct (Nat.eqb s t); lra.
    - destruct s as [|[|s]]; [| |lia]; unfold stays; simpl; ring.
    - intros t small; destruct t as [|[|t]]; [| |lia]; unfold stays; simpl; field. }
  specialize (all fixed); unfold minibatch_variance_of_one_trajectory_domain, minibatch_variance_of_one_trajectory_defined,
    minibatch_variance_of_one_trajectory_claim, mean_square, square_along, error, stays, r in all; simpl in all; lra.
Qed.
