(* One state, two actions, one step and one episode: all that can be lost is 1, and the bound grows without limit for small epsilon. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Planner Regret.
From pucb Require Import lower_regret_all_parameters_formula lower_regret_all_parameters_statement.
Open Scope R_scope.

Lemma exp_power x n : exp x ^ n = exp (INR n * x).
Proof. induction n as [|n IH]; [simpl; rewrite Rmult_0_l, exp_0; reflexivity|rewrite S_INR; simpl; rewrite IH, <- exp_plus; f_equal; ring]. Qed.

(* An exponential exceeds every power, and every multiple of it. *)
Lemma exponential_beyond c k : 0 < c -> exists y, 1 <= y /\ y ^ k < c * exp (y - 1).
Proof.
  intros positive; set (m := INR (S k)); assert (0 < m) by (apply lt_0_INR; lia).
  assert (power : 0 < m ^ S k) by (apply pow_lt; assumption).
  set (y := 3 * m ^ S k / c + 1); assert (large : 1 <= y) by (unfold y; assert (0 < 3 * m ^ S k / c) by (apply Rdiv_lt_0_compat; lra); lra).
  exists y; split; [exact large|].
  assert (root : y / m <= exp (y / m)) by (pose proof (exp_ineq1_le (y / m)); lra).
  assert (grows : (y / m) ^ S k <= exp y).
  { replace (exp y) with (exp (y / m) ^ S k); [apply pow_incr; split; [apply Rlt_le, Rdiv_lt_0_compat; lra|exact root]|].
    rewrite exp_power; f_equal; fold m; field; lra. }
  unfold Rdiv in grows; rewrite Rpow_mult_distr, pow_inv in grows.
  assert (above : y ^ k * y <= exp y * m ^ S k).
  { apply (Rmult_le_compat_r (m ^ S k)) in grows; [|lra].
    replace (y ^ S k * / m ^ S k * m ^ S k) with (y ^ k * y) in grows by (simpl (y ^ S k); field; lra); exact grows. }
  assert (split_ : exp y = exp (y - 1) * exp 1) by (rewrite <- exp_plus; f_equal; ring); pose proof exp_le_3 as three.
  assert (0 < exp (y - 1)) by apply exp_pos; assert (0 < y ^ k) by (apply pow_lt; lra).
  assert (y ^ k * y <= exp (y - 1) * (3 * m ^ S k)).
  { apply Rle_trans with (1 := above); rewrite split_.
    replace (exp (y - 1) * exp 1 * m ^ S k) with (exp (y - 1) * (exp 1 * m ^ S k)) by ring.
    apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_r; lra. }
  assert (3 * m ^ S k < c * y) by (unfold y; replace (c * (3 * m ^ S k / c + 1)) with (3 * m ^ S k + c) by (field; lra); lra).
  apply (Rmult_lt_reg_r y); [lra|]; apply Rle_lt_trans with (exp (y - 1) * (3 * m ^ S k)); [assumption|].
  replace (c * exp (y - 1) * y) with (exp (y - 1) * (c * y)) by ring; apply Rmult_lt_compat_l; assumption.
Qed.

Theorem lower_regret_all_parameters_refuted : ~ lower_regret_all_parameters_statement.
Proof.
  intros (c & k & positive & power & all).
  assert (exists n, k = Z.of_nat n) as [n ->] by (exists (Z.to_nat k); apply Rge_le, le_IZR in power; rewrite Z2Nat.id; lia).
  destruct (exponential_beyond c n positive) as (y & large & beyond).
  assert (half : 0 < exp (1 - y)) by apply exp_pos.
  assert (small : exp (1 - y) <= 1) 
    by (destruct large as [more | <-]; [pose proof (exp_increasing (1 - y) 0 ltac:(lra)) as less; rewrite exp_0 in less|replace (1 - 1) with 0 by ring; rewrite exp_0]; lra).
  assert (quotient : 1 * 2 * 1 * 1 / (2 * exp (1 - y)) = exp (y - 1)).
  { replace (y - 1) with (- (1 - y)) by ring; rewrite exp_Ropp; field; lra. }
  assert (log_ : 1 + ln (1 * 2 * 1 * 1 / (2 * exp (1 - y))) = y) by (rewrite quotient, ln_exp; ring).
  assert (hidden : 0 < y ^ n) by (apply pow_lt; lra).
  destruct (all 1%nat 2%nat 1%nat 1%nat (2 * exp (1 - y)) (fun _ _ _ => 0%nat)) as (mean & move & start & law & first & claim).
  - intros t j s _ _; lia.
  - intros r; unfold lower_regret_all_parameters_domain, lower_regret_all_parameters_defined; simpl Z.of_nat.
    rewrite log_, quotient, <- pow_powerRZ; pose proof (exp_pos (y - 1)); repeat split; try lra; try (left; lra).
  - unfold lower_regret_all_parameters_claim in claim; simpl Z.of_nat in claim; rewrite log_, <- pow_powerRZ in claim.
    assert (most : regret 1 2 1 mean move start 1 (fun _ _ _ => 0%nat) <= 1).
    { unfold regret; cbn [sum].
      pose proof (gap_most 1 2 1 mean move start ltac:(lia) law first (fun _ _ => 0%nat) ltac:(intros j s _ _; lia)) as most; simpl (INR 1) in most; lra. }
    apply (Rlt_irrefl 1), Rlt_le_trans with (2 := most), Rlt_le_trans with (2 := Rge_le _ _ claim).
    replace (1 * 2 * 1 / (2 * exp (1 - y))) with (exp (y - 1)) by (rewrite <- quotient; f_equal; ring).
    pose proof (sqrt_pos (1 * 1 * 2 * 1)) as root; assert (0 < c / y ^ n) by (apply Rdiv_lt_0_compat; lra).
    apply Rlt_le_trans with (c / y ^ n * exp (y - 1)); [|apply Rmult_le_compat_l; lra].
    apply (Rmult_lt_reg_r (y ^ n)); [exact hidden|]; replace (c / y ^ n * exp (y - 1) * y ^ n) with (c * exp (y - 1)) by (field; lra); lra.
Qed.
