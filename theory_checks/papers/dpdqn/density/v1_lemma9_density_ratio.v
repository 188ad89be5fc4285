(* The moment without the shift has lambda^2 - lambda. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import NormalTail NormalMean Moments.
From dpdqn Require Import v1_lemma9_density_ratio_formula v1_lemma9_density_ratio_statement.
Open Scope R_scope.

Theorem v1_lemma9_density_ratio_verified : v1_lemma9_density_ratio_statement.
Proof.
  intros lambda moment norm_squared sigma known (positive & noise & norm).
  unfold v1_lemma9_density_ratio_defined, v1_lemma9_density_ratio_claim.
  assert (square : 0 < sigma ^ 2) by (apply pow_lt; lra); split; [lra|].
  assert (size : 0 <= norm_squared / sigma ^ 2) by (apply Rmult_le_pos; [nra|left; apply Rinv_0_lt_compat, square]).
  rewrite (ratio_moment_value 0 _ lambda 0 moment size known); apply exp_le.
  replace ((lambda ^ 2 + lambda) * norm_squared / (2 * sigma ^ 2)) with (((lambda ^ 2 + lambda) * norm_squared) / sigma ^ 2 / 2) by (field; lra).
  replace ((lambda ^ 2 - lambda) * (norm_squared / sigma ^ 2) / 2 - lambda * 0) with ((lambda ^ 2 - lambda) * (norm_squared) / sigma ^ 2 / 2) by (field; lra).
  apply Rmult_le_compat_r; [lra|]; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, square|nra].
Qed.
