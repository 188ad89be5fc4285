(* States that are never left, one action, no rewards: each value is its own noise over 1 - gamma. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Normal NormalMean RewardNoise.
From dpdqn Require Import v1_cor12_formula v1_cor12_statement.
Open Scope R_scope.

Theorem v1_cor12_refuted : ~ v1_cor12_statement.
Proof.
  intros (n & gamma & sigma & five & discount & positive & all).
  specialize (all 1%nat stay (fun _ _ => 0) _ (stay_rows n) (stay_error n gamma sigma ltac:(lia) (conj (Rlt_le _ _ (proj1 discount)) (proj2 discount)) positive)).
  unfold v1_cor12_domain, v1_cor12_defined, v1_cor12_claim in all.
  rewrite <- !INR_IZR_INZ in all; pose proof PI_RGT_0.
  assert (large : 5 <= INR n) by (apply le_INR in five; simpl in five; lra).
  assert (product : 0 < INR n * PI) by (apply Rmult_lt_0_compat; lra).
  pose proof (sqrt_lt_R0 _ product) as root.
  assert (below : 0 < sqrt (INR n * PI) * (1 - gamma)) by (apply Rmult_lt_0_compat; lra).
  assert (bound : sigma / (1 - gamma) * mean_modulus <= 2 * sqrt 2 * sigma / (sqrt (INR n * PI) * (1 - gamma)))
    by (apply all; repeat split; lra).
  unfold mean_modulus in bound; rewrite sqrt_div_alt, (sqrt_mult (INR n) PI) in bound by lra.
  pose proof (sqrt_lt_R0 PI ltac:(lra)); pose proof (sqrt_lt_R0 2 ltac:(lra)); pose proof (sqrt_lt_R0 (INR n) ltac:(lra)).
  assert (beyond : 2 < sqrt (INR n)) by (rewrite <- (sqrt_square 2) by lra; apply sqrt_lt_1; lra).
  set (unit := sigma * sqrt 2 / ((1 - gamma) * sqrt PI)).
  assert (0 < unit).
  { apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra. }
  assert (unit * sqrt (INR n) <= unit * 2).
  { apply (Rmult_le_compat_r (sqrt (INR n))) in bound; [|lra].
    replace (unit * sqrt (INR n)) with (sigma / (1 - gamma) * (sqrt 2 / sqrt PI) * sqrt (INR n))
      by (unfold unit; field; lra).
    replace (unit * 2) with (2 * sqrt 2 * sigma / (sqrt (INR n) * sqrt PI * (1 - gamma)) * sqrt (INR n))
      by (unfold unit; field; lra); exact bound. }
  pose proof (Rmult_lt_compat_l unit _ _ ltac:(assumption) beyond); lra.
Qed.
