(* The moment without the shift has lambda^2 - lambda. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import NormalTail NormalMean Moments.
From dpdqn Require Import thm5_moments_product_density_ratio_formula thm5_moments_product_density_ratio_statement.
Open Scope R_scope.

Theorem thm5_moments_product_density_ratio_verified : thm5_moments_product_density_ratio_statement.
Proof.
  intros updates C L lambda moment norm_squared sigma v known (positive & _ & _ & noise & norm & most & _ & many).
  unfold thm5_moments_product_density_ratio_defined, thm5_moments_product_density_ratio_claim.
  assert (square : 0 < sigma ^ 2) by (apply pow_lt; lra); split; [lra|].
  assert (size : 0 <= IZR updates * norm_squared / sigma ^ 2) by (apply Rmult_le_pos; [nra|left; apply Rinv_0_lt_compat, square]).
  rewrite (ratio_moment_value 0 _ lambda 0 moment size known); apply exp_le.
  replace ((lambda ^ 2 + lambda) * C / (2 * sigma ^ 2) * IZR updates) with (((lambda ^ 2 + lambda) * (IZR updates * C)) / sigma ^ 2 / 2) by (field; lra).
  replace ((lambda ^ 2 - lambda) * (IZR updates * norm_squared / sigma ^ 2) / 2 - lambda * 0) with ((lambda ^ 2 - lambda) * (IZR updates * norm_squared) / sigma ^ 2 / 2) by (field; lra).
  apply Rmult_le_compat_r; [lra|]; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, square|].
  assert (more : IZR updates * norm_squared <= IZR updates * C) by (apply Rmult_le_compat_l; lra).
  assert (some : 0 < IZR updates * norm_squared) by (apply Rmult_lt_0_compat; lra).
  set (a := IZR updates * norm_squared) in *; set (c := IZR updates * C) in *; clearbody a c.
  clear - positive more some; assert (0 < lambda ^ 2) by (apply pow_lt; lra); nra.
Qed.
