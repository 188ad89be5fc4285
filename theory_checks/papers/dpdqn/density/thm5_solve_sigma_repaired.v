(* With a = ln(e + eps/delta) the noise makes sqrt D at most x = sqrt(2a + 2eps) - sqrt(2a), for which x^2/2 + x sqrt(2a) = eps. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import thm5_solve_sigma_repaired_statement.
Open Scope R_scope.

Theorem thm5_solve_sigma_repaired : thm5_solve_sigma_repaired_statement.
Proof.
  unfold thm5_solve_sigma_repaired_statement, thm5_solve_sigma_repaired_domain, thm5_solve_sigma_repaired_defined, thm5_solve_sigma_repaired_claim.
  intros D delta epsilon norm sigma updates
    (target & low & _ & many & size & nonzero & value & _ & _ & _ & log & _ & half & noise).
  pose proof (exp_pos 1) as e; set (a := ln (exp 1 + epsilon / delta)) in *; set (N := IZR updates) in *.
  assert (ratio : 0 < epsilon / delta) by (apply Rdiv_lt_0_compat; lra).
  assert (one : 1 < a) by (unfold a; rewrite <- (ln_exp 1) at 1; apply ln_increasing; lra).
  pose proof (sqrt_pos (a + epsilon)); pose proof (sqrt_lt_R0 a ltac:(lra)); pose proof (sqrt_lt_R0 (N / 2) ltac:(lra)).
  pose proof (sqrt_sqrt (a + epsilon) ltac:(lra)) as first; pose proof (sqrt_sqrt a ltac:(lra)) as second.
  pose proof (sqrt_sqrt (N / 2) half) as third.
  set (p := sqrt (a + epsilon)) in *; set (q := sqrt a) in *; set (h := sqrt (N / 2)) in *.
  assert (above : 0 < (p + q) * h * norm) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  assert (times : (p + q) * h * norm <= sigma * epsilon).
  { apply Rge_le in noise; apply (Rmult_le_compat_r epsilon) in noise; [|lra].
    replace ((p + q) / epsilon * h * norm * epsilon) with ((p + q) * h * norm) in noise by (field; lra); exact noise. }
  assert (positive : 0 < sigma) by nra.
  (* sqrt D = sqrt 2 h norm / sigma <= sqrt 2 (p - q), since (p - q) (p + q) = epsilon *)
  set (y := h * norm / sigma).
  assert (square : D = 2 * (y * y)).
  { rewrite value; unfold y; replace N with (2 * (h * h)) by lra; field; lra. }
  assert (small : 0 <= y) by (unfold y; left; apply Rdiv_lt_0_compat; nra).
  assert (below : y <= p - q).
  { apply (Rmult_le_reg_r (sigma * (p + q))); [nra|].
    replace (y * (sigma * (p + q))) with ((p + q) * h * norm) by (unfold y; field; lra).
    replace ((p - q) * (sigma * (p + q))) with (sigma * (p * p - q * q)) by ring; rewrite first, second; lra. }
  assert (root : sqrt D <= epsilon).
  { rewrite <- (sqrt_square epsilon) by lra; apply sqrt_le_1_alt; rewrite square.
    assert (q >= 1) by (destruct (Rlt_dec q 1); nra).
    assert (1 <= p) by (destruct (Rlt_dec p 1); nra).
    assert ((p - q) * 2 <= epsilon) by nra; assert (y * 2 <= epsilon) by lra; nra. }
  pose proof (sqrt_pos D).
  assert (grows : 0 <= sqrt D / delta) by (apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat, low]).
  assert (inner : ln (exp 1 + sqrt D / delta) <= a).
  { unfold a; destruct root as [less|same]; [|rewrite same; apply Rle_refl].
    left; apply ln_increasing; [lra|]; apply Rplus_lt_compat_l, Rmult_lt_compat_r; [apply Rinv_0_lt_compat, low|exact less]. }
  assert (atleast : 0 <= ln (exp 1 + sqrt D / delta)).
  { assert (1 <= ln (exp 1 + sqrt D / delta)); [|lra]; rewrite <- (ln_exp 1) at 1; destruct grows as [more|same].
    - left; apply ln_increasing; lra.
    - rewrite <- same, Rplus_0_r; apply Rle_refl. }
  assert (nonneg : 0 <= D) by (rewrite square; nra).
  set (l := ln (exp 1 + sqrt D / delta)) in *.
  split; [repeat split; try lra; nra|].
  assert (last : sqrt (2 * D * l) <= 2 * (y * q)).
  { rewrite <- (sqrt_square (2 * (y * q))) by (pose proof (Rmult_le_pos y q small ltac:(lra)); lra).
    apply sqrt_le_1_alt; rewrite square.
    replace (2 * (y * q) * (2 * (y * q))) with (4 * (y * y) * (q * q)) by ring; rewrite second.
    replace (2 * (2 * (y * y)) * l) with (4 * (y * y) * l) by ring.
    apply Rmult_le_compat_l; [nra|exact inner]. }
  assert ((y + q) * (y + q) <= p * p) by (apply Rmult_le_compat; lra).
  assert (D / 2 = y * y) by lra; lra.
Qed.
