(* x and 2 x *)
From Coq Require Import Reals ZArith Lra List.
From TheoryChecks Require Import Networks.
From dpdqn Require Import cor7_architecture_formula cor7_architecture_statement.
Import ListNotations.
Open Scope R_scope.

Theorem cor7_architecture_refuted : ~ cor7_architecture_statement.
Proof.
  intros all; specialize (all (fun u => u) 1 [unit_layer 1 0] [unit_layer 2 0] (Rabs 1) (Rabs 2)).
  unfold cor7_architecture_domain, cor7_architecture_claim in all; rewrite !Rabs_pos_eq in all by lra.
  enough (1 = 2) by lra; apply all; try apply unit_network; try reflexivity; try (simpl; lra).
  - intros u v; lra.
  - pose proof (steepest_line _ 1 0 (unit_value (fun u => u) 1 0)) as line; rewrite Rabs_pos_eq in line by lra; exact line.
  - pose proof (steepest_line _ 2 0 (unit_value (fun u => u) 2 0)) as line; rewrite Rabs_pos_eq in line by lra; exact line.
Qed.
