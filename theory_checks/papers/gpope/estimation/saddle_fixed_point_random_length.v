(* From state 0 a trajectory ends with reward 1, or goes to state 1 and ends there with 0: short trajectories, with the reward, weigh
   more. With gamma = 0 and all starts in state 0, theta is 2/3 there, where the value is 1/2. *)
From Coq Require Import Reals ZArith Lra Lia List.
From TheoryChecks Require Import Sums Vectors Absorbed.
From gpope Require Import saddle_fixed_point_random_length_formula saddle_fixed_point_random_length_statement.
Import ListNotations.
Open Scope R_scope.

Definition P (s t : nat) : R := match s, t with 0%nat, 1%nat | 0%nat, 2%nat => / 2 | 1%nat, 2%nat => 1 | _, _ => 0 end.
Definition r (s t : nat) : R := match s, t with 0%nat, 2%nat => 1 | _, _ => 0 end.
Definition start (s : nat) : R := match s with 0%nat => 1 | _ => 0 end.
Definition v (s : nat) : R := match s with 0%nat => / 2 | _ => 0 end.
Definition theta (s : nat) : R := match s with 0%nat => 2 / 3 | _ => 0 end.
Definition B (i j : nat) : R := match i, j with 0%nat, 0%nat => 4 / 3 | 1%nat, 1%nat => 4 | _, _ => 0 end.

Lemma A_entries i j : (i < 2)%nat -> (j < 2)%nat ->
  A 2 P 0 start 2 i j = match i, j with 0%nat, 0%nat => 3 / 4 | 1%nat, 1%nat => / 4 | _, _ => 0 end.
Proof.
  intros one two; destruct i as [|[|i]]; [| |lia]; (destruct j as [|[|j]]; [| |lia]);
    unfold A, expected, over_trajectories, total, feature, unit, P, start; simpl; field.
Qed.

Theorem saddle_fixed_point_random_length_refuted : ~ saddle_fixed_point_random_length_statement.
Proof.
  intros all; enough (theta 0%nat = v 0%nat) by (unfold theta, v in *; lra).
  apply (all 2%nat 2%nat 0%nat P r 0 start v theta B).
  - lra.
  - intros i small; split; [unfold start; destruct i; lra|]; destruct i as [|[|i]]; [| |lia]; right; intros t inside moved;
      unfold P in moved; destruct t as [|[|[|t]]]; try lia; try lra; simpl; auto; right; intros u below other; unfold P in other;
      destruct u as [|[|[|u]]]; try lia; try lra; auto.
  - simpl; ring.
  - intros i small; destruct i as [|[|i]]; [| |lia]; (split; [intros t inside; unfold P; destruct t as [|[|[|t]]]; try lia; lra|simpl; field]).
  - split; [reflexivity|]; intros s small; destruct s as [|[|s]]; [| |lia]; simpl; field.
  - intros x; split; intros i small; destruct i as [|[|i]]; try lia; unfold image; cbn [sum];
      rewrite !A_entries by lia; simpl; field.
  - intros i small; destruct i as [|[|i]]; [| |lia]; unfold image, b, expected, over_trajectories, total, feature, unit; simpl; field.
  - lia.
  - unfold saddle_fixed_point_random_length_domain; simpl; lra.
Qed.
