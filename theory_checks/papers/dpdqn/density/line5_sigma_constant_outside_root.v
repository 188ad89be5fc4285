(* At C = 1/100, epsilon = 9/10 and delta = 1/20000 the least delta is above 1/2. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalEvents Gaussian Decide.
From dpdqn Require Import line5_sigma_constant_outside_root_formula line5_sigma_constant_outside_root_statement.
Open Scope R_scope.

Theorem line5_sigma_constant_outside_root_refuted : ~ line5_sigma_constant_outside_root_statement.
Proof.
  intros all; set (sigma := sqrt (2 * (1 / 1) * ln (exp 1 + 9 / 10 / (1 / 20000))) * (1 / 100) / (9 / 10)); set (mu := sqrt (1 * (1 / 100)) / sigma).
  assert (shift : 2 < mu) by (unfold mu, sigma; decided); set (least := curve (9 / 10) mu).
  assert (inside : line5_sigma_constant_outside_root_domain 1 (1 / 100) 1 (1 / 20000) (9 / 10) least mu sigma 1).
  { unfold line5_sigma_constant_outside_root_domain; repeat match goal with |- _ /\ _ => split end; try lra; try (apply Rge_refl); unfold sigma; decided. }
  assert (claim : line5_sigma_constant_outside_root_claim 1 (1 / 100) 1 (1 / 20000) (9 / 10) least mu sigma 1).
  { apply all; [reflexivity|apply least_delta_curve; lra|exact inside]. }
  unfold line5_sigma_constant_outside_root_claim in claim; revert claim; apply Rlt_not_le.
  apply Rlt_le_trans with (excess (9 / 10) (2) (3 / 2)); [unfold excess; pose proof (tail_below (3 / 2) ltac:(lra)) as late; assert (half : Phi 0 = / 2) by (pose proof (Phi_opposite 0) as same; rewrite Ropp_0 in same; lra);
    pose proof (Phi_increases 0 (2 - 3 / 2) ltac:(lra)); assert (exp (9 / 10) * bell (3 / 2) <= 9 / 10) by (unfold bell; rewrite <- exp_plus; decided);
    pose proof (exp_pos (9 / 10)); assert (exp (9 / 10) * Phi (- (3 / 2)) <= exp (9 / 10) * (bell (3 / 2) / 2)) by (apply Rmult_le_compat_l; lra); lra|].
  apply Rle_trans with (excess (9 / 10) mu (3 / 2)); [apply excess_grows; lra|apply curve_most; lra].
Qed.
