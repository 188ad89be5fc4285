(* mu = epsilon/sqrt(2 ln(e + epsilon/delta)) whatever k is, so that one number decides. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalEvents Gaussian Decide.
From dpdqn Require Import e3_sigma_repaired_formula e3_sigma_repaired_statement.
Open Scope R_scope.

Theorem e3_sigma_repaired : e3_sigma_repaired_statement.
Proof.
  intros B C L T alpha delta epsilon k exact mu sigma v shift known
    (_ & _ & _ & _ & _ & noise & constant & _ & value & -> & -> & -> & many & rate & bound & size).
  set (a := ln (exp 1 + 9 / 10 / (5 / 10 ^ 5))) in *; assert (positive : 0 < a) by (unfold a; decided).
  assert (0 < v) by (rewrite value; apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra); pose proof (pow_lt v 2 ltac:(assumption)).
  assert (0 < C) by (rewrite constant; apply Rmult_lt_0_compat; lra).
  assert (ratio : 0 < IZR T / IZR B * C) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra).
  assert (same : mu = 9 / 10 / sqrt (2 * a)).
  { pose proof (sqrt_lt_R0 _ ratio); pose proof (sqrt_lt_R0 (2 * a) ltac:(lra)); rewrite shift, noise.
    assert (form : 2 * (IZR T / IZR B) * a * C = 2 * a * (IZR T / IZR B * C)) by ring; rewrite form, (sqrt_mult_alt (2 * a)) by lra; clear form noise.
    set (x := sqrt (IZR T / IZR B * C)) in *; set (y := sqrt (2 * a)) in *; clearbody x y; field; repeat split; lra. }
  assert (some : 0 < mu <= 2034 / 10000) by (rewrite same; unfold a; split; decided).
  unfold e3_sigma_repaired_claim; apply known; intros y [t ->].
  apply Rle_trans with (excess (9 / 10) (2034 / 10000) t); [apply excess_grows; lra|].
  apply Rle_trans with (1 := curve_most (9 / 10) (2034 / 10000) t ltac:(lra)); rewrite curve_formula by lra.
  set (x := 9 / 10 / (2034 / 10000) - 2034 / 10000 / 2); replace (2034 / 10000 / 2 - 9 / 10 / (2034 / 10000)) with (- x) by (unfold x; ring).
  pose proof (tail_below x ltac:(unfold x; lra)); assert (bell x <= 1 / 10 ^ 4) by (unfold bell, x; decided).
  pose proof (Phi_between (- (2034 / 10000) / 2 - 9 / 10 / (2034 / 10000))) as other; pose proof (exp_pos (9 / 10)).
  assert (0 <= exp (9 / 10) * Phi (- (2034 / 10000) / 2 - 9 / 10 / (2034 / 10000))) by (apply Rmult_le_pos; lra); lra.
Qed.
