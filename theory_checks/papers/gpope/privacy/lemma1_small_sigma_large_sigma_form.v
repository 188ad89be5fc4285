(* Ten records with opposite gradients, at sigma = 3/2. *)
From Coq Require Import Reals ZArith Lra List.
From TheoryChecks Require Import Vectors Trajectories Releases Opposites Decide.
From gpope Require Import lemma1_small_sigma_large_sigma_form_formula lemma1_small_sigma_large_sigma_form_statement.
Open Scope R_scope.

Theorem lemma1_small_sigma_large_sigma_form_refuted : ~ lemma1_small_sigma_large_sigma_form_statement.
Proof.
  intros all; specialize (all 1%nat 0 1 (3 / 2) (fun _ => 0) _ _ 1 _ ltac:(lra) (paid_data 1 9) (paid_data (-1) 9) (one_turned 9)
    (opposite_step (3 / 2) 9 9 ltac:(lra))).
  replace (INR 10) with 10 in all by (simpl; ring); simpl Z.of_nat in all.
  unfold lemma1_small_sigma_large_sigma_form_domain, lemma1_small_sigma_large_sigma_form_defined, lemma1_small_sigma_large_sigma_form_claim in all.
  specialize (all ltac:(decided) ltac:(decided)); denied all.
Qed.
