(* The constant 1 at x = 0: it does not rise, and its value is 1. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_embedding_chain_formula lemma6_embedding_chain_statement.
Open Scope R_scope.

Theorem lemma6_embedding_chain_refuted : ~ lemma6_embedding_chain_statement.
Proof.
  intros all; pose proof (all 1 0 (fun x => 1 + 0 * x) (fun _ => 0) (smooth_line 1 0)) as claim.
  cbv zeta in claim; unfold lemma6_embedding_chain_domain, lemma6_embedding_chain_defined, lemma6_embedding_chain_claim in claim.
  destruct (claim ltac:(lra) ltac:(lra)) as (_ & _ & _ & last); rewrite (RInt_point (V := R_CompleteNormedModule)) in last.
  unfold zero in last; simpl in last; lra.
Qed.
