(* At epsilon = 24 and delta = 6/100 the least delta is above 0.4. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalEvents Gaussian Decide.
From dpdqn Require Import line5_sigma_constant_under_root_formula line5_sigma_constant_under_root_statement.
Open Scope R_scope.

Theorem line5_sigma_constant_under_root_refuted : ~ line5_sigma_constant_under_root_statement.
Proof.
  intros all; set (sigma := sqrt (2 * (1 / 1) * ln (exp 1 + 24 / (6 / 100)) * 1) / 24); set (mu := sqrt (1 * 1) / sigma).
  assert (shift : 69 / 10 < mu) by (unfold mu, sigma; decided); set (least := curve 24 mu).
  assert (inside : line5_sigma_constant_under_root_domain 1 1 1 (6 / 100) 24 least mu sigma 1).
  { unfold line5_sigma_constant_under_root_domain; repeat match goal with |- _ /\ _ => split end; try lra; try (apply Rge_refl); unfold sigma; decided. }
  assert (claim : line5_sigma_constant_under_root_claim 1 1 1 (6 / 100) 24 least mu sigma 1).
  { apply all; [reflexivity|apply least_delta_curve; lra|exact inside]. }
  unfold line5_sigma_constant_under_root_claim in claim; revert claim; apply Rlt_not_le.
  apply Rlt_le_trans with (excess 24 (69 / 10) (7)); [unfold excess; pose proof (tail_below 7 ltac:(lra)) as late; assert (half : Phi 0 = / 2) by (pose proof (Phi_opposite 0) as same; rewrite Ropp_0 in same; lra);
    pose proof (Phi_increases (69 / 10 - 7) 0 ltac:(lra)); assert (exp 24 * bell 7 <= 7 / 10) by (unfold bell; rewrite <- exp_plus; decided);
    pose proof (exp_pos 24); assert (exp 24 * Phi (- (7)) <= exp 24 * (bell 7 / 2)) by (apply Rmult_le_compat_l; lra); lra|].
  apply Rle_trans with (excess 24 mu (7)); [apply excess_grows; lra|apply curve_most; lra].
Qed.
