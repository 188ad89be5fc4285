(* x' C x is a weighted sum of squares; with one feature for each visited state A is D (I - gamma P), which no largest entry survives. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Vectors Features.
From gpope Require Import c_invertible_repaired_statement.
Open Scope R_scope.

Theorem c_invertible_repaired : c_invertible_repaired_statement.
Proof.
  split; [|split].
  - intros n k D phi weights; split; [intros x; apply kernel, weights|intros K M undo; apply (second_inverse n k D phi weights), undo].
  - intros n k D P gamma inside discount visited weights rows; split.
    + apply (C_one_to_one n k D); assumption.
    + apply (A_one_to_one n k D P gamma); assumption.
  - exists 2%nat, 1%nat, (fun s => match s with O => 1 | _ => 0 end), (fun _ t => match t with 1%nat => 1 | _ => 0 end), (/ 2),
      (fun _ s => match s with O => 1 | _ => 2 end).
    split; [lra|]; split; [intros [|s] _; lra|]; split; [|split].
    + intros s _; split; [intros [|[|t]] _; lra|simpl; ring].
    + intros x zero i small; specialize (zero 0%nat ltac:(lia)); replace i with 0%nat by lia.
      unfold image, C in zero; simpl in zero; lra.
    + intros all; specialize (all (fun _ => 1)); enough (1 = 0) by lra; apply (all ltac:(intros i small; unfold image, A; simpl; field) 0%nat); lia.
Qed.
