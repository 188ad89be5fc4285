(* The squared norm in closed form, and three ways to write it. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sums NormalTail Moments GridNorm.
From dpdqn Require Import lemma11_level_factors_repaired_formula lemma11_level_factors_repaired_statement.
Open Scope R_scope.

Theorem lemma11_level_factors_repaired : lemma11_level_factors_repaired_statement.
Proof.
  intros beta first lambda last log_moment middle norm q sigma moment positive decay known [mean ->] (noise & low & high).
  pose proof (grid_norm_value beta 2 _ norm positive ltac:(auto) known) as value; cbv zeta in value.
  replace (exp (- (beta / INR 2))) with q in value by (rewrite decay; simpl; do 3 f_equal; ring).
  assert (inner : 0 < q ^ 2 < 1) by nra; assert (outer : 0 < q ^ 4 < 1) by (replace (q ^ 4) with (q ^ 2 * q ^ 2) by ring; nra).
  assert (square : 0 < sigma ^ 2) by (apply pow_lt; lra); assert (0 < (1 + q ^ 2) ^ 2) by (apply pow_lt; lra).
  assert (form : norm = (first ^ 2 + last ^ 2) / (1 + q) + ((1 + q ^ 2) / (1 - q ^ 2) - 2 * q / (1 - q ^ 2)) * middle ^ 2 +
    q / (1 - q ^ 2) * ((middle - first) ^ 2 + (last - middle) ^ 2)).
  { rewrite value; unfold edge_means, steps; cbn [sum]; field; split; nra. }
  assert (size : 0 <= norm).
  { rewrite form; replace ((1 + q ^ 2) / (1 - q ^ 2) - 2 * q / (1 - q ^ 2)) with ((1 - q) ^ 2 / (1 - q ^ 2)) by (field; lra).
    pose proof (pow2_ge_0 first); pose proof (pow2_ge_0 last); pose proof (pow2_ge_0 (1 - q)); pose proof (pow2_ge_0 middle).
    pose proof (pow2_ge_0 (middle - first)); pose proof (pow2_ge_0 (last - middle)).
    assert (0 < / (1 + q) /\ 0 < / (1 - q ^ 2)) as [] by (split; apply Rinv_0_lt_compat; lra).
    unfold Rdiv; assert (0 <= (first ^ 2 + last ^ 2) * / (1 + q)) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - q) ^ 2 * / (1 - q ^ 2) * middle ^ 2) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra).
    assert (0 <= q * / (1 - q ^ 2) * ((middle - first) ^ 2 + (last - middle) ^ 2)) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra); lra. }
  rewrite (ratio_moment_value 0 _ lambda 0 moment (Rmult_le_pos _ _ size (Rlt_le _ _ (Rinv_0_lt_compat _ square))) mean), ln_exp.
  unfold lemma11_level_factors_repaired_defined, lemma11_level_factors_repaired_claim; split; [repeat split; lra|].
  assert (factor : 1 - q ^ 4 = (1 - q ^ 2) * (1 + q ^ 2)) by ring; rewrite factor, form.
  repeat split; field; repeat split; nra.
Qed.
