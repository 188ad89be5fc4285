(* A smaller norm gives away less. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalEvents Gaussian.
From dpdqn Require Import v1_lemma6_with_sensitivity_formula v1_lemma6_with_sensitivity_statement.
Open Scope R_scope.

Theorem v1_lemma6_with_sensitivity_verified : v1_lemma6_with_sensitivity_statement.
Proof.
  unfold v1_lemma6_with_sensitivity_domain, v1_lemma6_with_sensitivity_claim.
  intros Delta delta epsilon exact mu norm sigma (_ & least) (low & high & small & below & size & _ & _ & _ & _ & noise & _ & value & some & most).
  apply least; intros y [t ->].
  assert (0 < sqrt (2 * ln (5 / 4 / delta)) * (Delta / epsilon)).
  { apply Rmult_lt_0_compat; [apply ln_square_root|apply Rdiv_lt_0_compat]; lra. }
  apply Rle_trans with (excess epsilon (Delta / sigma) t); [|apply classical; lra].
  apply excess_grows; rewrite value; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; lra.
Qed.
