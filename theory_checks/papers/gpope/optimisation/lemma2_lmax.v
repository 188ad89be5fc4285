(* One state with the discount 7/10: the largest eigenvalue of Q is 9/10, and 81/100 is claimed. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_lmax_formula lemma2_lmax_statement.
Open Scope R_scope.

Theorem lemma2_lmax_refuted : ~ lemma2_lmax_statement.
Proof.
  intros all.
  destruct (two_roots (fun _ _ => 1 - 7 / 10) (fun _ _ => 1) (3 / 10) 1 ltac:(lra) eq_refl ltac:(lra) (9 / 10) (1 / 10)
    ltac:(lra) ltac:(lra) ltac:(lra)) as (_ & _ & high).
  specialize (all 1%nat _ _ _ 1 _ _ _ _ (one_state (7 / 10) ltac:(lra))
    (ex_intro _ _ (scalar_inverse (1 - 7 / 10) ltac:(lra))) (scalar_positive 1 ltac:(lra)) (scalar_inverse 1 ltac:(lra))
    high (largest_of_one _) (least_of_one _) (largest_of_one _)).
  unfold lemma2_lmax_domain, lemma2_lmax_claim, curvature, image, transposed in all; simpl in all; lra.
Qed.
