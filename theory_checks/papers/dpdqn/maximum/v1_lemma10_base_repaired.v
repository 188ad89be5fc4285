(* The larger of two numbers is half of their sum and half of their distance, which has the mean of |z|. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import NormalMean Moments Expectation NormalPairs Paths.
From dpdqn Require Import v1_lemma10_base_repaired_formula v1_lemma10_base_repaired_statement.
Open Scope R_scope.

Theorem v1_lemma10_base_repaired : v1_lemma10_base_repaired_statement.
Proof.
  intros beta m modulus sigma largest distance [positive noise]; pose proof PI_RGT_0 as pi.
  rewrite (mean_unique _ _ _ _ largest (mean_of_ends beta sigma positive noise)).
  assert (below : 0 < 1 - exp (- beta) <= beta).
  { pose proof (exp_ineq1_le (- beta)); assert (exp (- beta) < exp 0) by (apply exp_increasing; lra); rewrite exp_0 in *; lra. }
  assert (0 < / PI) by apply Rinv_0_lt_compat, pi; set (y := 1 - exp (- beta)) in *.
  assert (modulus = 2 * (sigma * sqrt (y / PI))) as ->.
  { apply (mean_of_one_unique _ _ _ distance); pose proof (mean_of_one_linear 0 (sqrt (2 * y * sigma ^ 2))) as known.
    replace (0 + sqrt (2 * y * sigma ^ 2) * mean_modulus) with (2 * (sigma * sqrt (y / PI))) in known.
    - refine (NormalEvents.mean_of_one_ext _ _ _ _ known); intros z; rewrite Rabs_mult, (Rabs_pos_eq (sqrt _)) by apply sqrt_pos; ring.
    - pose proof (pow_lt sigma 2 noise); unfold mean_modulus; rewrite Rplus_0_l, <- sqrt_mult_alt by nra.
      replace (2 * y * sigma ^ 2 * (2 / PI)) with ((2 * sigma) ^ 2 * (y / PI)) by (field; lra).
      rewrite sqrt_mult_alt, sqrt_pow2 by nra; ring. }
  unfold v1_lemma10_base_repaired_defined, v1_lemma10_base_repaired_claim; fold y.
  assert (y / PI <= beta / PI) by (apply Rmult_le_compat_r; lra).
  repeat split; try (apply Rmult_le_pos; lra); [field|field|].
  apply Rmult_le_compat_r; [lra|apply sqrt_le_1_alt; assumption].
Qed.
