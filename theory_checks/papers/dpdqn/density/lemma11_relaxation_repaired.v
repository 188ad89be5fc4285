(* With u = beta/2^n the squared norm has the factors tanh(u/2) <= u/2 and 1/(2 sinh u) <= 1/(2u). *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums NormalSeries NormalTail Moments GridNorm.
From dpdqn Require Import lemma11_relaxation_repaired_formula lemma11_relaxation_repaired_statement.
Open Scope R_scope.

Lemma tanh_below u : 0 < u -> (1 - exp (- u)) / (1 + exp (- u)) <= u / 2.
Proof.
  intros positive; assert (low : 0 <= u - 2 + (u + 2) * exp (- u)).
  { apply (grown (fun u => u - 2 + (u + 2) * exp (- u)) (fun u => 1 - (1 + u) * exp (- u)) u); [lra| | |].
    - rewrite Ropp_0, exp_0; ring.
    - intros t; auto_derive; [trivial|unfold Rdiv; ring].
    - intros t _; pose proof (exp_ineq1_le t) as tangent; pose proof (exp_pos (- t)).
      assert (exp t * exp (- t) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
      assert ((1 + t) * exp (- t) <= exp t * exp (- t)) by (apply Rmult_le_compat_r; lra); lra. }
  pose proof (exp_pos (- u)); apply (Rmult_le_reg_r (1 + exp (- u))); [lra|].
  replace ((1 - exp (- u)) / (1 + exp (- u)) * (1 + exp (- u))) with (1 - exp (- u)) by (field; lra); lra.
Qed.

Lemma sinh_above u : 0 < u -> exp (- u) / (1 - exp (- u) * exp (- u)) <= 1 / (2 * u).
Proof.
  intros positive; assert (low : 0 <= 1 - exp (- u) * exp (- u) - 2 * u * exp (- u)).
  { apply (grown (fun u => 1 - exp (- u) * exp (- u) - 2 * u * exp (- u)) (fun u => 2 * exp (- u) * (exp (- u) - 1 + u)) u); [lra| | |].
    - rewrite Ropp_0, exp_0; ring.
    - intros t; auto_derive; [trivial|unfold Rdiv; ring].
    - intros t _; pose proof (exp_ineq1_le (- t)); pose proof (exp_pos (- t)); apply Rmult_le_pos; lra. }
  pose proof (exp_pos (- u)); assert (0 < 1 - exp (- u) * exp (- u)) by nra.
  apply (Rmult_le_reg_r ((1 - exp (- u) * exp (- u)) * (2 * u))); [apply Rmult_lt_0_compat; lra|].
  replace (exp (- u) / (1 - exp (- u) * exp (- u)) * ((1 - exp (- u) * exp (- u)) * (2 * u))) with (2 * u * exp (- u)) by (field; lra).
  replace (1 / (2 * u) * ((1 - exp (- u) * exp (- u)) * (2 * u))) with (1 - exp (- u) * exp (- u)) by (field; lra); lra.
Qed.

Theorem lemma11_relaxation_repaired : lemma11_relaxation_repaired_statement.
Proof.
  intros beta differences ends lambda log_moment means n sigma norm moment g N -> -> -> known [mean ->] (power & noise & positive & level).
  assert (count : (0 <= n)%Z) by (apply le_IZR; lra).
  assert (same : INR N = powerRZ 2 n).
  { unfold N; rewrite pow_INR, pow_powerRZ, Z2Nat.id by exact count; reflexivity. }
  assert (wide : 0 < powerRZ 2 n) by (apply powerRZ_lt; lra).
  assert (some : (0 < N)%nat) by (apply INR_lt; rewrite same; simpl; lra).
  pose proof (grid_norm_value beta N g norm positive some known) as value; cbv zeta in value; rewrite same in value.
  set (u := beta / powerRZ 2 n) in *; assert (small : 0 < u) by (apply Rdiv_lt_0_compat; lra).
  assert (all_means : 0 <= edge_means N g).
  { apply sum_nonneg; intros i _; pose proof (pow2_ge_0 (g i)); pose proof (pow2_ge_0 (g (S i))); lra. }
  assert (all_steps : 0 <= steps N g) by (apply sum_nonneg; intros i _; apply pow2_ge_0).
  pose proof (Rmult_le_compat_r _ _ _ all_means (tanh_below u small)) as first.
  pose proof (Rmult_le_compat_r _ _ _ all_steps (sinh_above u small)) as second.
  assert (low : 0 <= norm).
  { rewrite value; pose proof (exp_pos (- u)); assert (exp (- u) < exp 0) by (apply exp_increasing; lra); rewrite exp_0 in *.
    assert (0 <= (1 - exp (- u)) / (1 + exp (- u)) * edge_means N g) by (apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat|]; lra).
    assert (0 <= exp (- u) / (1 - exp (- u) * exp (- u)) * steps N g) by (apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; nra|lra]).
    pose proof (pow2_ge_0 (g O)); pose proof (pow2_ge_0 (g N)); lra. }
  assert (square : 0 < sigma ^ 2) by (apply pow_lt; lra).
  unfold lemma11_relaxation_repaired_defined, lemma11_relaxation_repaired_claim; split; [repeat split; lra|].
  rewrite (ratio_moment_value 0 _ lambda 0 moment (Rmult_le_pos _ _ low (Rlt_le _ _ (Rinv_0_lt_compat _ square))) mean), ln_exp.
  replace (beta / 2 * (1 / powerRZ 2 n)) with (u / 2) by (unfold u; field; lra).
  replace (1 / (2 * beta) * powerRZ 2 n) with (1 / (2 * u)) by (unfold u; field; lra).
  set (bound := 1 / 2 * (g O ^ 2 + g N ^ 2) + u / 2 * edge_means N g + 1 / (2 * u) * steps N g).
  assert (below : norm <= bound) by (rewrite value; unfold bound; lra).
  change (norm * / sigma ^ 2) with (norm / sigma ^ 2); replace ((lambda ^ 2 - lambda) * (norm / sigma ^ 2) / 2 - lambda * 0) with ((lambda ^ 2 - lambda) * (/ (2 * sigma ^ 2) * norm)) by (field; lra).
  replace (Rmax (lambda ^ 2 - lambda) 0 / (2 * sigma ^ 2) * bound) with (Rmax (lambda ^ 2 - lambda) 0 * (/ (2 * sigma ^ 2) * bound)) by (field; lra).
  assert (inverse : 0 < / (2 * sigma ^ 2)) by (apply Rinv_0_lt_compat; lra).
  apply Rle_trans with (Rmax (lambda ^ 2 - lambda) 0 * (/ (2 * sigma ^ 2) * norm)).
  - apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|apply Rmax_l].
  - apply Rmult_le_compat_l; [apply Rmax_r|apply Rmult_le_compat_l; lra].
Qed.

(* Values have such a norm, and the log ratio such a moment. *)
Example met : exists norm moment, grid_norm 1 2 (fun _ => 1) norm /\ ratio_moment 0 (norm / 1 ^ 2) 2 0 moment.
Proof.
  destruct (grid_norm_exists 1 2 (fun _ => 1) Rlt_0_1 ltac:(auto)) as [norm known]; exists norm; eexists; split; [exact known|].
  apply ratio_moment_exists; pose proof (grid_norm_value 1 2 _ norm Rlt_0_1 ltac:(auto) known) as value; cbv zeta in value.
  pose proof (decay_between 1 2 Rlt_0_1 ltac:(auto)) as inside; set (q := exp (- (1 / INR 2))) in *.
  assert (0 <= (1 - q) / (1 + q)) by (left; apply Rdiv_lt_0_compat; lra).
  rewrite value; unfold edge_means, steps; simpl; lra.
Qed.
