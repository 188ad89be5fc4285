(* Beyond the middle both tails are below exp(- u), u a fourth of the distance in deviations. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents.
From gpope Require Import baseline_limits_weighted_returns_statement.
Open Scope R_scope.

Example met : (1 <= 1)%nat /\ 0 < / 2 < 1.
Proof. split; [lia|lra]. Qed.

Lemma far_apart epsilon delta : delta < 1 -> exists far, 2 <= far /\
  forall u, far <= u -> exp epsilon * Phi (- u) + delta < Phi u.
Proof.
  intros small; set (c := (1 + exp epsilon) / (1 - delta)); pose proof (exp_pos epsilon) as positive.
  assert (some : 0 < c) by (apply Rdiv_lt_0_compat; lra).
  exists (2 + Rabs (ln c)); pose proof (Rabs_pos (ln c)); split; [lra|]; intros u late.
  pose proof (tail_below u ltac:(lra)) as tail; pose proof (Phi_opposite u) as other.
  assert (bell u < / c).
  { rewrite <- (exp_ln c) at 1 by exact some; rewrite <- exp_Ropp; unfold bell; apply exp_increasing.
    pose proof (Rle_abs (ln c)); nra. }
  assert ((1 + exp epsilon) * (bell u / 2) < 1 - delta).
  { replace (1 - delta) with ((1 + exp epsilon) * / c) by (unfold c; field; lra); apply Rmult_lt_compat_l; [lra|].
    pose proof (bell_pos u); lra. }
  assert ((1 + exp epsilon) * Phi (- u) <= (1 + exp epsilon) * (bell u / 2)) by (apply Rmult_le_compat_l; lra); lra.
Qed.

Theorem baseline_limits_weighted_returns_verified : baseline_limits_weighted_returns_statement.
Proof.
  intros m epsilon delta a V several positive value [_ small]; destruct (far_apart epsilon delta small) as (far & long & enough).
  assert (count : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  set (least := / (1 + 2 * far * a * INR m)).
  assert (below : 1 < 1 + 2 * far * a * INR m) by (assert (0 < 2 * far * a * INR m) by (repeat apply Rmult_lt_0_compat; lra); lra).
  exists least; split; [unfold least; split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]|].
  intros p deviation [some rare] [noise most]; set (moved := 1 / p * V / INR m); set (u := moved / 2 / deviation).
  exists (at_least (moved / 2)), (Phi u), (Phi (- u)); split; [|split].
  - replace u with ((moved - moved / 2) / deviation) by (unfold u; field; lra); apply chance_up, noise.
  - replace (- u) with ((0 - moved / 2) / deviation) by (unfold u; field; lra); apply chance_up, noise.
  - apply enough; unfold u; apply (Rmult_le_reg_r (deviation * (p * INR m))); [repeat apply Rmult_lt_0_compat; lra|].
    replace (moved / 2 / deviation * (deviation * (p * INR m))) with (V / 2) by (unfold moved; field; lra).
    assert (p * (1 + 2 * far * a * INR m) <= 1).
    { apply Rle_trans with (least * (1 + 2 * far * a * INR m)); [apply Rmult_le_compat_r; lra|unfold least; rewrite Rinv_l; lra]. }
    apply Rle_trans with (far * (a * V * (p * INR m))).
    + apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact most].
    + assert (2 * (far * a * INR m * p) <= 1) by lra; nra.
Qed.
