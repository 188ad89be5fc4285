(* The general divergence, with the inverse covariance I/sigma^2. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Renyi.
From gpope Require Import lemma3_covariance_sigma_squared_formula lemma3_covariance_sigma_squared_statement.
Open Scope R_scope.

Theorem lemma3_covariance_sigma_squared_verified : lemma3_covariance_sigma_squared_statement.
Proof.
  intros n mu nu alpha sigma nonzero order q divergence_is.
  assert (nonzero_square : sigma ^ 2 <> 0) by (apply pow_nonzero, nonzero).
  pose proof (renyi_value n _ _ mu nu (multiple_root n (/ sigma ^ 2) sigma ltac:(field; exact nonzero)) alpha order) as value.
  rewrite square_multiple in value; split; [exists (alpha / 2 * (/ sigma ^ 2 * q)); apply value; reflexivity|].
  intros divergence known _; split; [unfold lemma3_covariance_sigma_squared_defined; lra|].
  unfold lemma3_covariance_sigma_squared_claim; apply value in known; rewrite known; fold q.
  change (dot n (gap mu nu) (gap mu nu)) with q; field; exact nonzero.
Qed.
