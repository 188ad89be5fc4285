(* Two states that follow each other, with the discount 1/2: the eigenvalues of Q have the modulus 3/2, and 2 is claimed. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_lmin_printed_for_largest_formula lemma2_lmin_printed_for_largest_statement.
Open Scope R_scope.

Theorem lemma2_lmin_printed_for_largest_refuted : ~ lemma2_lmin_printed_for_largest_statement.
Proof.
  intros all.
  destruct (complex_roots (fun _ _ => 1 + / 2) (fun _ _ => 1) (3 / 2) 1 ltac:(lra) eq_refl ltac:(lra) ltac:(lra) ltac:(lra))
    as (_ & _ & high).
  specialize (all 1%nat _ _ _ _ _ (two_states (/ 2) ltac:(lra)) (ex_intro _ _ (scalar_inverse (1 + / 2) ltac:(lra)))
    (scalar_positive 1 ltac:(lra)) (scalar_inverse 1 ltac:(lra)) high (least_of_one _)).
  unfold lemma2_lmin_printed_for_largest_claim, curvature, image, transposed in all; simpl in all; lra.
Qed.
