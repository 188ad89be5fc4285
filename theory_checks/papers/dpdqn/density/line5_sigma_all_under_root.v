(* At epsilon = 1/10 and delta = 1/100000 the least delta is above 1/1000. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Normal Gaussian Decide.
From dpdqn Require Import line5_sigma_all_under_root_formula line5_sigma_all_under_root_statement.
Open Scope R_scope.

Theorem line5_sigma_all_under_root_refuted : ~ line5_sigma_all_under_root_statement.
Proof.
  intros all; set (sigma := sqrt (2 * (1 / 1) * ln (exp 1 + 1 / 10 / (1 / 100000)) * 1 / (1 / 10))); set (mu := sqrt (1 * 1) / sigma).
  assert (shift : 7 / 100 < mu) by (unfold mu, sigma; decided); set (least := curve (1 / 10) mu).
  assert (inside : line5_sigma_all_under_root_domain 1 1 1 (1 / 100000) (1 / 10) least mu sigma 1).
  { unfold line5_sigma_all_under_root_domain; repeat match goal with |- _ /\ _ => split end; try lra; try (apply Rge_refl); unfold sigma; decided. }
  assert (claim : line5_sigma_all_under_root_claim 1 1 1 (1 / 100000) (1 / 10) least mu sigma 1).
  { apply all; [reflexivity|apply least_delta_curve; lra|exact inside]. }
  unfold line5_sigma_all_under_root_claim in claim; revert claim; apply Rlt_not_le.
  apply Rlt_le_trans with (excess (1 / 10) (7 / 100) (3 / 2)); [unfold excess; decided|].
  apply Rle_trans with (excess (1 / 10) mu (3 / 2)); [apply excess_grows; lra|apply curve_most; lra].
Qed.
