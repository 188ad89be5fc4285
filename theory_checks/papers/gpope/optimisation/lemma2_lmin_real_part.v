(* One state without discounting: the eigenvalues of Q have the real part 1/2, and 8/9 is claimed. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_lmin_real_part_formula lemma2_lmin_real_part_statement.
Open Scope R_scope.

Theorem lemma2_lmin_real_part_refuted : ~ lemma2_lmin_real_part_statement.
Proof.
  intros all.
  destruct (complex_roots (fun _ _ => 1 - 0) (fun _ _ => 1) 1 1 ltac:(lra) eq_refl ltac:(lra) ltac:(lra) ltac:(lra))
    as (low & _ & _).
  specialize (all 1%nat _ _ _ _ _ (one_state 0 ltac:(lra)) (ex_intro _ _ (scalar_inverse (1 - 0) ltac:(lra)))
    (scalar_positive 1 ltac:(lra)) (scalar_inverse 1 ltac:(lra)) low (least_of_one _)).
  unfold lemma2_lmin_real_part_claim, curvature, image, transposed in all; simpl in all; lra.
Qed.
