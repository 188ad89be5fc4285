(* Ten records with opposite gradients, at sigma = 1: the moment of order 1 is above 2/5, the bound below 1/10. *)
From Coq Require Import Reals ZArith Lra List.
From TheoryChecks Require Import Vectors Trajectories Releases Opposites Decide.
From gpope Require Import lemma1_add_remove_formula lemma1_add_remove_statement.
Open Scope R_scope.

Theorem lemma1_add_remove_refuted : ~ lemma1_add_remove_statement.
Proof.
  intros all; specialize (all 1%nat 0 1 (1) (fun _ => 0) _ _ 1 _ ltac:(lra) (paid_data 1 9) (paid_data (-1) 8) (or_introl (ex_intro _ nil (ex_intro _ (paying 1) (ex_intro _ _ (conj eq_refl eq_refl)))))
    (opposite_step (1) 9 8 ltac:(lra))).
  replace (INR 10) with 10 in all by (simpl; ring); simpl Z.of_nat in all.
  unfold lemma1_add_remove_domain, lemma1_add_remove_defined, lemma1_add_remove_claim in all.
  specialize (all ltac:(decided) ltac:(decided)); denied all.
Qed.
