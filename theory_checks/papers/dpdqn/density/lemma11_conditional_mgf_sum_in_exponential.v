(* The exponent of the moment of a normal number. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import NormalTail NormalMean Moments.
From dpdqn Require Import lemma11_conditional_mgf_sum_in_exponential_formula lemma11_conditional_mgf_sum_in_exponential_statement.
Open Scope R_scope.

Theorem lemma11_conditional_mgf_sum_in_exponential_verified : lemma11_conditional_mgf_sum_in_exponential_statement.
Proof.
  intros lambda log_moment q sigma squares moment [known ->] (positive & noise & low & high & nonneg).
  unfold lemma11_conditional_mgf_sum_in_exponential_defined, lemma11_conditional_mgf_sum_in_exponential_claim.
  assert (square : 0 < sigma ^ 2) by (apply pow_lt; lra); assert (small : 0 < 1 - q ^ 2) by nra; assert (large : 0 < 1 + q ^ 2) by nra.
  assert (product : 0 < sigma ^ 2 * (1 - q ^ 2)) by (apply Rmult_lt_0_compat; assumption).
  assert (size : 0 <= (1 + q ^ 2) / (sigma ^ 2 * (1 - q ^ 2)) * squares).
  { apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat|]; lra. }
  split; [repeat split; try lra|].
  - apply Rgt_not_eq; replace (2 * sigma ^ 4 * (1 - q ^ 2) ^ 2) with (2 * ((sigma ^ 2 * (1 - q ^ 2)) * (sigma ^ 2 * (1 - q ^ 2)))) by ring; nra.
  - rewrite (ratio_moment_value 0 _ lambda 0 moment size known), ln_exp; split; field; repeat split; lra.
Qed.
