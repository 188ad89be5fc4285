(* With n = m = N = s = 1 and h = 2 the share is 32, and the mean square 8. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Sums NormalMean NormalSquare.
From gpope Require Import noise_variance_c_equal_formula noise_variance_c_equal_statement.
Open Scope R_scope.

Theorem noise_variance_c_equal_refuted : ~ noise_variance_c_equal_statement.
Proof.
  intros all; specialize (all 1%nat 1%Z 1%Z 32 2 1 _ (mean_square_of_noise 2 2 1)).
  unfold noise_variance_c_equal_domain, noise_variance_c_equal_defined, noise_variance_c_equal_claim in all; simpl in all; lra.
Qed.
