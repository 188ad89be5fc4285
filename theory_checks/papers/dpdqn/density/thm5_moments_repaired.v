(* The exponents of moments of normal numbers. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import NormalTail NormalMean Moments.
From dpdqn Require Import thm5_moments_repaired_formula thm5_moments_repaired_statement.
Open Scope R_scope.

Theorem thm5_moments_repaired : thm5_moments_repaired_statement.
Proof.
  intros updates lambda moment_one moment_zero norm_squared sigma [zero one] (positive & many & norm & noise).
  unfold thm5_moments_repaired_defined, thm5_moments_repaired_claim.
  assert (square : 0 < sigma ^ 2) by (apply pow_lt; lra); split; [lra|].
  assert (size : 0 <= IZR updates * norm_squared / sigma ^ 2) by (apply Rmult_le_pos; [nra|left; apply Rinv_0_lt_compat, square]).
  rewrite (ratio_moment_value 0 _ lambda 0 moment_zero size zero), (ratio_moment_value 1 _ lambda 0 moment_one size one).
  split; f_equal; field; lra.
Qed.
