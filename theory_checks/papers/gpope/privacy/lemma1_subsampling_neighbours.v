(* Ten records with opposite gradients, at sigma = 1. *)
From Coq Require Import Reals ZArith Lra List.
From TheoryChecks Require Import Vectors Trajectories Releases Opposites Decide.
From gpope Require Import lemma1_subsampling_neighbours_formula lemma1_subsampling_neighbours_statement.
Open Scope R_scope.

Theorem lemma1_subsampling_neighbours_refuted : ~ lemma1_subsampling_neighbours_statement.
Proof.
  intros all; specialize (all 1%nat 0 1 (1) (fun _ => 0) _ _ 1 _ ltac:(lra) (paid_data 1 9) (paid_data (-1) 9) (one_turned 9)
    (opposite_step (1) 9 9 ltac:(lra))).
  replace (INR 10) with 10 in all by (simpl; ring); simpl Z.of_nat in all.
  unfold lemma1_subsampling_neighbours_domain, lemma1_subsampling_neighbours_defined, lemma1_subsampling_neighbours_claim in all.
  specialize (all ltac:(decided) ltac:(decided)); denied all.
Qed.
