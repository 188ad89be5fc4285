(* At beta = sigma = 1: (1 - exp(-2))/2 is less than 1 - exp(-1). *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import NormalMean NormalEvents Paths.
From dpdqn Require Import v1_lemma10_base_formula v1_lemma10_base_statement.
Open Scope R_scope.

Theorem v1_lemma10_base_refuted : ~ v1_lemma10_base_statement.
Proof.
  intros all; pose proof PI_RGT_0 as pi; set (q := exp (Ropp 1)); assert (0 < q < 1).
  { unfold q; split; [apply exp_pos|]; pose proof (exp_increasing (Ropp 1) 0 ltac:(lra)) as less; rewrite exp_0 in less; exact less. }
  assert (square : exp (-2 * 1) = q * q) by (unfold q; rewrite <- exp_plus; f_equal; ring).
  assert (known : mean_of_one (fun z => Rabs (sqrt ((1 - exp (-2 * 1)) * 1 ^ 2) * z)) (sqrt (1 - q * q) * mean_modulus)).
  { pose proof (mean_of_one_linear 0 (sqrt (1 - q * q))) as known; rewrite Rplus_0_l in known.
    refine (mean_of_one_ext _ _ _ _ known); intros z; rewrite square, pow1, Rmult_1_r, Rabs_mult.
    rewrite (Rabs_pos_eq (sqrt _)) by apply sqrt_pos; ring. }
  destruct (all 1 _ _ 1 (mean_of_ends 1 1 Rlt_0_1 Rlt_0_1) known) as [claim _].
  - unfold v1_lemma10_base_domain; lra.
  - unfold v1_lemma10_base_defined; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, pi].
  - revert claim; apply Rlt_not_le; fold q; rewrite Rmult_1_l; unfold mean_modulus.
    assert (0 < / PI) by apply Rinv_0_lt_compat, pi; rewrite <- sqrt_mult_alt by nra.
    replace ((1 - q * q) * (2 / PI)) with (2 ^ 2 * ((1 - q * q) / 2 * / PI)) by (field; lra).
    rewrite sqrt_mult_alt, sqrt_pow2 by lra; replace (2 * sqrt ((1 - q * q) / 2 * / PI) / 2) with (sqrt ((1 - q * q) / 2 * / PI)) by field.
    apply sqrt_lt_1_alt; split; [apply Rmult_le_pos; nra|]; apply Rmult_lt_compat_r; nra.
Qed.
