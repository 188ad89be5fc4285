(* Each cell contributes at least 1/(2 beta)^2, and there are N of them. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Sums.
From dpdqn Require Import sec33_manhattan_kernel_networks_formula sec33_manhattan_kernel_networks_statement.
Open Scope R_scope.

Lemma on_the_diagonal N i j : (i + j + 1 = N)%nat ->
  at_ N (S i) (S j) = 1 / INR N /\ at_ N i (S j) = 0 /\ at_ N (S i) j = 0 /\ at_ N i j = 0.
Proof.
  intros equal; assert (cells : 0 < INR N) by (apply lt_0_INR; lia).
  assert (total : INR i + INR j + 1 = INR N) by (rewrite <- equal, !plus_INR; simpl; ring).
  assert (inverse : 0 < 1 / INR N) by (apply Rdiv_lt_0_compat; lra); unfold at_, relu; rewrite !S_INR.
  assert (form : forall x y, x / INR N + y / INR N - 1 = (x + y - INR N) * (1 / INR N)) by (intros; field; lra).
  rewrite !form; replace (INR i + 1 + (INR j + 1) - INR N) with 1 by lra; replace (INR i + (INR j + 1) - INR N) with 0 by lra.
  replace (INR i + 1 + INR j - INR N) with 0 by lra; replace (INR i + INR j - INR N) with (-1) by lra.
  rewrite Rmult_1_l, Rmult_0_l; repeat split; [rewrite Rmax_left; lra|rewrite Rmax_left; lra|rewrite Rmax_left; lra|rewrite Rmax_right; lra].
Qed.

Lemma innovation_large beta N i j : 0 < beta -> (i + j + 1 = N)%nat -> 1 / (2 * beta) <= innovation beta N i j.
Proof.
  intros positive equal; destruct (on_the_diagonal N i j equal) as (one & left & right & none); unfold innovation.
  rewrite one, left, right, none; assert (cells : 0 < INR N) by (apply lt_0_INR; lia); unfold rho.
  replace (exp (- (beta / INR N)) ^ 2) with (exp (- (2 * (beta / INR N)))) by (simpl; rewrite Rmult_1_r, <- exp_plus; f_equal; ring).
  assert (step : 0 < beta / INR N) by (apply Rdiv_lt_0_compat; lra); set (t := beta / INR N) in *.
  assert (below : exp (- (2 * t)) < 1) by (rewrite <- exp_0; apply exp_increasing; lra); pose proof (exp_ineq1_le (- (2 * t))) as above.
  set (r := exp (- (2 * t))) in *; rewrite !Rmult_0_r, !Rminus_0_r, Rplus_0_r.
  apply (Rmult_le_reg_r (1 - r)); [lra|]; replace (1 / INR N / (1 - r) * (1 - r)) with (1 / INR N) by (field; lra).
  apply Rle_trans with (1 / (2 * beta) * (2 * t)); [|right; unfold t; field; lra].
  apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|lra].
Qed.

Lemma share_large beta N : 0 < beta -> INR N * (1 / (2 * beta)) ^ 2 <= share beta N.
Proof.
  intros positive; unfold share; rewrite <- sum_const.
  assert (0 <= sum N (fun i => innovation beta N i (N - 1 - i) ^ 2 - (1 / (2 * beta)) ^ 2)); [|rewrite sum_sub in *; lra].
  apply sum_nonneg; intros i small; pose proof (innovation_large beta N i (N - 1 - i) positive ltac:(lia)) as large.
  assert (0 < 1 / (2 * beta)) by (apply Rdiv_lt_0_compat; lra); nra.
Qed.

Theorem sec33_manhattan_kernel_networks_refuted : ~ sec33_manhattan_kernel_networks_statement.
Proof.
  intros all; destruct (all 1) as (c & sigma & some & noise & bound).
  destruct (archimed (4 * c)) as [large _]; assert (whole : (0 <= up (4 * c))%Z) by (apply le_IZR; lra).
  specialize (bound (Z.to_nat (up (4 * c)))); pose proof (share_large 1 (Z.to_nat (up (4 * c))) Rlt_0_1) as more.
  unfold sec33_manhattan_kernel_networks_domain, sec33_manhattan_kernel_networks_claim in bound.
  rewrite INR_IZR_INZ in more; rewrite !Z2Nat.id in * by exact whole; set (k := up (4 * c)) in *.
  assert (1 <= IZR k) by (apply IZR_le; assert (0 < k)%Z by (apply lt_IZR; lra); lia).
  destruct bound as [less _]; [repeat split; lra|lra].
Qed.
