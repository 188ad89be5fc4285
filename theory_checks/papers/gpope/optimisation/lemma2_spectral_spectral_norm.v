(* One state with the discount 5/8 and the step 1: the norm is 81/64, attained at (3, 1), and what is claimed is below 1. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_spectral_spectral_norm_formula lemma2_spectral_spectral_norm_statement.
Open Scope R_scope.

Theorem lemma2_spectral_spectral_norm_refuted : ~ lemma2_spectral_spectral_norm_statement.
Proof.
  intros all; pose proof (sqrt_pos 7) as positive; pose proof (sqrt_sqrt 7 ltac:(lra)) as seven.
  set (root := sqrt 7) in *; assert (2 < root < 3) by nra.
  destruct (two_roots (fun _ _ => 1 - 5 / 8) (fun _ _ => 1) (3 / 8) 1 ltac:(lra) eq_refl ltac:(lra)
    ((1 + root / 4) / 2) ((1 - root / 4) / 2) ltac:(lra) ltac:(lra) ltac:(lra)) as (real & low & high).
  specialize (all 1%nat _ _ (fun _ => 3, fun _ => 1) 1 _ _ (81 / 64) (one_state (5 / 8) ltac:(lra))
    (ex_intro _ _ (scalar_inverse (1 - 5 / 8) ltac:(lra))) (scalar_positive 1 ltac:(lra)) real low high).
  unfold lemma2_spectral_spectral_norm_domain, lemma2_spectral_spectral_norm_claim, squares, dot, run, upper, lower, image, transposed in all; simpl in all.
  assert (bound : 81 / 64 = (1 - 1 * ((1 - root / 4) / 2)) * ((1 - 1 * ((1 - root / 4) / 2)) * 1)); [|nra].
  apply all; try lra.
  - intros [x y]; simpl; pose proof (pow2_ge_0 (x 0%nat - 3 * y 0%nat)); lra.
  - assert (1 <= 1 / ((1 + root / 4) / 2)); [|lra].
    apply (Rmult_le_reg_r ((1 + root / 4) / 2)); [lra|].
    replace (1 / ((1 + root / 4) / 2) * ((1 + root / 4) / 2)) with 1 by (field; lra); lra.
Qed.
