(* The value rises at least as fast as the mean noise, so that it is near the true one for a short while only. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Normal NormalMean NormalEvents NormalTail LinearForms MeanExists NoiseGains.
From dpdqn Require Import prop10_limit_repaired_formula prop10_limit_repaired_statement.
Open Scope R_scope.

Lemma sign_mean : mean_of_one (fun x => 2 * (if at_least 0 x then 1 else 0) + -1) 0.
Proof.
  pose proof (Phi_opposite 0) as half; rewrite Ropp_0 in half.
  assert (zero : 2 * Phi (- 0) + -1 = 0) by (rewrite Ropp_0; lra).
  pose proof (mean_of_one_sum _ _ _ _ (mean_of_one_scaled 2 _ _ (chance_of_tail 0)) (mean_of_one_const (-1))) as known.
  rewrite zero in known; exact known.
Qed.

Theorem prop10_limit_repaired : prop10_limit_repaired_statement.
Proof.
  intros n m gamma sigma P r u v v' s error discount rows state optimal better known (positive & actions).
  unfold prop10_limit_repaired_defined, prop10_limit_repaired_claim; rewrite <- INR_IZR_INZ in *.
  pose proof PI_RGT_0 as circle; pose proof (sqrt_lt_R0 (INR m) ltac:(lra)) as root.
  set (slope := sigma / sqrt (INR m)); assert (steep : 0 < slope) by (apply Rdiv_lt_0_compat; lra).
  assert (rises : forall x y, y <= x -> v' y s + slope * (x - y) <= v' x s).
  { intros x y up; apply (raised_state n m gamma P _ (v' y) s discount rows (better y) state (slope * (x - y)) _ (v' x)) with (3 := better x).
    - apply Rmult_le_pos; lra.
    - intros a t _ _; fold slope; unfold starts; destruct (Nat.eqb t s); ring. }
  assert (product : 0 < PI * INR m) by (apply Rmult_lt_0_compat; lra).
  assert (claim : slope * mean_modulus <= error).
  { replace (slope * mean_modulus) with (slope * mean_modulus + (v' 0 s - v s) * 0) by ring.
    apply (mean_of_one_le (fun x => slope * Rabs x + (v' 0 s - v s) * (2 * (if at_least 0 x then 1 else 0) + -1)) (fun x => Rabs (v' x s - v s))); [|exact known|].
    - exact (mean_of_one_sum _ _ _ _ (mean_of_one_scaled slope _ _ mean_absolute) (mean_of_one_scaled (v' 0 s - v s) _ _ sign_mean)).
    - intros x; unfold at_least; destruct (Rle_dec 0 x) as [right|left].
      + rewrite (Rabs_pos_eq x) by exact right; specialize (rises x 0 right); pose proof (Rle_abs (v' x s - v s)); lra.
      + rewrite (Rabs_left x) by lra; specialize (rises 0 x ltac:(lra)); pose proof (Rle_abs (- (v' x s - v s))) as turned; rewrite Rabs_Ropp in turned; lra. }
  split; [split; [lra|apply Rlt_le, Rdiv_lt_0_compat; lra]|].
  apply Rle_ge; eapply Rle_trans; [right|exact claim]; unfold slope, mean_modulus.
  replace (2 / (PI * INR m)) with (2 / PI / INR m) by (field; lra); rewrite (sqrt_div_alt (2 / PI)) by lra; unfold Rdiv; ring.
Qed.
