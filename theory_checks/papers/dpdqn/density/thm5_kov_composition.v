(* At epsilon = 12 and delta = 94/100 the least delta is above 0.99. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalEvents Gaussian Decide.
From dpdqn Require Import thm5_kov_composition_formula thm5_kov_composition_statement.
Open Scope R_scope.

Theorem thm5_kov_composition_refuted : ~ thm5_kov_composition_statement.
Proof.
  intros all; set (sigma := sqrt (2 * (1 / 1) * ln (5 / 4 / (94 / 100)) * ln (exp 1 + 12 / (94 / 100))) * (1 / 12)); set (mu := sqrt (1 * 1 ^ 2) / sigma).
  assert (shift : 9 < mu) by (unfold mu, sigma; decided); set (least := curve 12 mu).
  assert (inside : thm5_kov_composition_domain 1 1 (94 / 100) 12 least mu 1 sigma 1).
  { unfold thm5_kov_composition_domain; repeat match goal with |- _ /\ _ => split end; try lra; try (apply Rge_refl); unfold sigma; decided. }
  assert (claim : thm5_kov_composition_claim 1 1 (94 / 100) 12 least mu 1 sigma 1).
  { apply all; [reflexivity|apply least_delta_curve; lra|exact inside]. }
  unfold thm5_kov_composition_claim in claim; revert claim; apply Rlt_not_le.
  apply Rlt_le_trans with (excess 12 (9) (6)); [unfold excess; pose proof (tail_below 6 ltac:(lra)) as late; pose proof (tail_below 3 ltac:(lra)) as middle; rewrite Phi_opposite in middle;
    replace (9 - 6) with 3 by ring; assert (bell 3 <= 2 / 100) by (unfold bell; decided);
    assert (exp 12 * bell 6 <= 1 / 100) by (unfold bell; rewrite <- exp_plus; decided); pose proof (exp_pos 12);
    assert (exp 12 * Phi (- (6)) <= exp 12 * (bell 6 / 2)) by (apply Rmult_le_compat_l; lra); lra|].
  apply Rle_trans with (excess 12 mu (6)); [apply excess_grows; lra|apply curve_most; lra].
Qed.
