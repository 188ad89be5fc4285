(* At epsilon = delta = 1/2 the noise is so large that even 2/5 of the distance is below delta. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Sums Gaussian Decide.
From gpope Require Import baseline_limits_continuous_actions_formula baseline_limits_continuous_actions_statement.
Open Scope R_scope.

Theorem baseline_limits_continuous_actions_refuted : ~ baseline_limits_continuous_actions_statement.
Proof.
  intros all; destruct (all 1%nat 1 (/ 2) (/ 2) 2) as (F & G & k & s & attained & inside & returns & noise & [_ least] & more).
  { unfold baseline_limits_continuous_actions_domain; simpl; lra. }
  unfold baseline_limits_continuous_actions_claim in more; apply Rgt_not_le in more; apply more; apply least.
  intros y [t ->]; destruct (returns 0%nat ltac:(lia)) as (first & second & _).
  assert (large : 1 <= s).
  { apply Rle_trans with (2 := noise); unfold unit_noise; decided. }
  assert (moved : Rabs (estimate 1 2 F - estimate 1 2 G) <= 1).
  { unfold estimate; simpl; apply Rabs_le; lra. }
  assert (distance : 0 <= Rabs (estimate 1 2 F - estimate 1 2 G) / s <= 1).
  { split; [apply Rdiv_le_0_compat; [apply Rabs_pos|lra]|]; apply (Rmult_le_reg_r s); [lra|].
    unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  pose proof (excess_flat (/ 2) _ t ltac:(lra) (proj1 distance)); lra.
Qed.
