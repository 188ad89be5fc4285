(* One state without discounting: k is 8. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_du_citation_formula lemma2_du_citation_statement.
Open Scope R_scope.

Theorem lemma2_du_citation_refuted : ~ lemma2_du_citation_statement.
Proof.
  intros all.
  specialize (all 1%nat _ _ _ 8 _ _ (one_state 0 ltac:(lra)) (ex_intro _ _ (scalar_inverse (1 - 0) ltac:(lra)))
    (scalar_positive 1 ltac:(lra)) (scalar_inverse 1 ltac:(lra)) (largest_of_one _) (least_of_one _)).
  unfold lemma2_du_citation_domain, lemma2_du_citation_claim, curvature, image, transposed in all; simpl in all; lra.
Qed.
