(* On the line, with sigma = 4 and means 1 apart, D_2 is 1/4 where 1/16 is printed. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Renyi.
From gpope Require Import lemma3_covariance_sigma_formula lemma3_covariance_sigma_statement.
Open Scope R_scope.

Theorem lemma3_covariance_sigma_refuted : ~ lemma3_covariance_sigma_statement.
Proof.
  intros all; assert (two : sqrt 4 = 2) by (replace 4 with (2 * 2) by ring; apply sqrt_square; lra).
  set (mu := fun _ : nat => 1); set (nu := fun _ : nat => 0).
  assert (root : root_of_inverse 1 (multiple (/ 4)) (multiple (sqrt 4))) by (apply multiple_root; rewrite two; field).
  pose proof (proj2 (renyi_value 1 _ _ mu nu root 2 ltac:(lra) _) eq_refl) as known.
  specialize (all 1%nat mu nu 2 _ 4 known); rewrite square_multiple in all.
  unfold lemma3_covariance_sigma_domain, lemma3_covariance_sigma_defined, lemma3_covariance_sigma_claim, gap, dot, mu, nu in all.
  cbn [sum] in all; specialize (all ltac:(repeat split; lra) ltac:(lra)); lra.
Qed.
