(* Discount 1, one state, one action: the constraint of the dual says 0 = 1. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Existence Policies.
From dpdqn Require Import v1_claim13_formula v1_claim13_statement.
Open Scope R_scope.

Theorem v1_claim13_refuted : ~ v1_claim13_statement.
Proof.
  intros all.
  destruct (all 1%nat 1%nat 1 (fun _ _ _ => 1) (fun _ _ => 0)) as [less | (pi & v & lambda & _ & _ & _ & [balanced _] & _)].
  - lia.
  - lia.
  - intros a s _ _; split; [intros; lra|simpl; lra].
  - unfold v1_claim13_domain; lra.
  - unfold v1_claim13_claim in less; lra.
  - specialize (balanced 0%nat ltac:(lia)); simpl in balanced; lra.
Qed.
