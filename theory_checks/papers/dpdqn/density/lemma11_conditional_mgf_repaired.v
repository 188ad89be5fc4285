(* The exponent of the moment of a normal number. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import NormalTail NormalMean Moments.
From dpdqn Require Import lemma11_conditional_mgf_repaired_formula lemma11_conditional_mgf_repaired_statement.
Open Scope R_scope.

Theorem lemma11_conditional_mgf_repaired : lemma11_conditional_mgf_repaired_statement.
Proof.
  intros D lambda log_moment q sigma squares moment [known [nonneg ->]] (noise & low & high & _ & value).
  unfold lemma11_conditional_mgf_repaired_claim.
  assert (square : 0 < sigma ^ 2) by (apply pow_lt; lra); assert (small : 0 < 1 - q ^ 2) by nra.
  assert (product : 0 < sigma ^ 2 * (1 - q ^ 2)) by (apply Rmult_lt_0_compat; assumption).
  assert (size : 0 <= D) by (rewrite value; apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; nra|exact nonneg]).
  rewrite (ratio_moment_value 0 _ lambda 0 moment size known), ln_exp; field.
Qed.
