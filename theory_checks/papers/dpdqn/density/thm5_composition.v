(* At epsilon = 24 and delta = 6/100 the least delta is above 0.4. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalEvents Gaussian Decide.
From dpdqn Require Import thm5_composition_formula thm5_composition_statement.
Open Scope R_scope.

Theorem thm5_composition_refuted : ~ thm5_composition_statement.
Proof.
  intros all; set (sigma := sqrt (2 * 1 * 1 / 24 ^ 2 * ln (exp 1 + 24 / (6 / 100)))); set (mu := sqrt (1 * 1) / sigma).
  assert (shift : 69 / 10 < mu) by (unfold mu, sigma; decided); set (least := curve 24 mu).
  assert (inside : thm5_composition_domain 1 1 1 (6 / 100) 24 0 least mu 1 sigma 1).
  { unfold thm5_composition_domain; repeat match goal with |- _ /\ _ => split end; try lra; try (apply Rge_refl); unfold sigma; decided. }
  assert (claim : thm5_composition_claim 1 1 1 (6 / 100) 24 0 least mu 1 sigma 1).
  { apply all; [reflexivity|apply least_delta_curve; lra|exact inside|unfold thm5_composition_defined; decided]. }
  unfold thm5_composition_claim in claim; destruct claim as [claim _]; revert claim; apply Rlt_not_le.
  apply Rlt_le_trans with (excess 24 (69 / 10) (7)); [unfold excess; pose proof (tail_below 7 ltac:(lra)) as late; assert (half : Phi 0 = / 2) by (pose proof (Phi_opposite 0) as same; rewrite Ropp_0 in same; lra);
    pose proof (Phi_increases (69 / 10 - 7) 0 ltac:(lra)); assert (exp 24 * bell 7 <= 7 / 10) by (unfold bell; rewrite <- exp_plus; decided);
    pose proof (exp_pos 24); assert (exp 24 * Phi (- (7)) <= exp 24 * (bell 7 / 2)) by (apply Rmult_le_compat_l; lra); lra|].
  apply Rle_trans with (excess 24 mu (7)); [apply excess_grows; lra|apply curve_most; lra].
Qed.
