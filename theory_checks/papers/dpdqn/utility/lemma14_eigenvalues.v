(* One state: its matrix is 1. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp.
From dpdqn Require Import lemma14_eigenvalues_formula lemma14_eigenvalues_statement.
Open Scope R_scope.

Theorem lemma14_eigenvalues_refuted : ~ lemma14_eigenvalues_statement.
Proof.
  intros all; assert (below : lemma14_eigenvalues_claim 1); [|unfold lemma14_eigenvalues_claim in below; lra].
  apply (all 1%nat (fun _ _ => 1) (fun _ => 1) 1).
  - intros a s _ _; split; [intros; lra|simpl; lra].
  - exists 0%nat; split; [lia|lra].
  - intros s _; simpl; lra.
  - exact I.
Qed.
