(* Each of the n m terms has the mean sigma sqrt(2/pi). *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Sums NormalMean NormalSums.
From dpdqn Require Import lemma16_arithmetic_repaired_formula lemma16_arithmetic_repaired_statement.
Open Scope R_scope.

Theorem lemma16_arithmetic_repaired_verified : lemma16_arithmetic_repaired_statement.
Proof.
  intros n m gamma sigma norm known; unfold lemma16_arithmetic_repaired_domain, lemma16_arithmetic_repaired_defined, lemma16_arithmetic_repaired_claim.
  rewrite <- !INR_IZR_INZ; intros (positive & low & high & states & actions).
  rewrite (mean_unique _ _ _ _ known (mean_absolute_sum (n * m) sigma positive)), mult_INR.
  pose proof PI_RGT_0; pose proof (sqrt_lt_R0 PI ltac:(lra)); rewrite sqrt_div_alt by lra.
  repeat split; try (apply Rgt_not_eq; apply Rmult_lt_0_compat; lra); try lra; field; repeat split; lra.
Qed.
