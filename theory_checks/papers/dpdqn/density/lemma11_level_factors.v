(* At g = (0, 1, 0) the squared norm is coth(beta/2), where the first line has coth(beta). *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sums Moments GridNorm.
From dpdqn Require Import lemma11_level_factors_formula lemma11_level_factors_statement.
Open Scope R_scope.

Theorem lemma11_level_factors_refuted : ~ lemma11_level_factors_statement.
Proof.
  intros all; destruct (grid_norm_exists 1 2 (fun i => match i with O => 0 | 1%nat => 1 | _ => 0 end) Rlt_0_1 ltac:(auto)) as [norm known].
  pose proof (grid_norm_value 1 2 _ norm Rlt_0_1 ltac:(auto) known) as value; cbv zeta in value.
  pose proof (decay_between 1 2 Rlt_0_1 ltac:(auto)) as inside; set (q := exp (- (1 / INR 2))) in *.
  assert (form : norm = (1 + q * q) / (1 - q * q)).
  { rewrite value; unfold edge_means, steps; simpl; field; nra. }
  assert (size : 0 < norm) by (rewrite form; apply Rdiv_lt_0_compat; nra).
  assert (two : exp (- (1)) = q * q) by (unfold q; rewrite <- exp_plus; f_equal; simpl; field).
  assert (four : exp (-2 * 1) = q * q * (q * q)) by (rewrite <- two, <- exp_plus; f_equal; ring).
  pose proof (ratio_moment_exists 0 (norm / 1 ^ 2) 2 0 ltac:(lra)) as moment.
  pose proof (all 1 2 0 0 2 0 _ 1 norm 1 1 _ known (conj moment eq_refl)) as point; rewrite ln_exp in point.
  unfold lemma11_level_factors_domain, lemma11_level_factors_defined, lemma11_level_factors_claim in point; rewrite four, two in point.
  assert (low : 0 < q * q < 1) by nra; destruct point as [claim _]; [repeat split; lra|split; nra|].
  assert (0 < 1 - q * q * (q * q)) by nra; rewrite form in claim.
  assert (gap : (1 + q * q * (q * q)) / (1 - q * q * (q * q)) < (1 + q * q) / (1 - q * q)).
  { apply (Rmult_lt_reg_r (1 - q * q * (q * q))); [assumption|].
    replace ((1 + q * q * (q * q)) / (1 - q * q * (q * q)) * (1 - q * q * (q * q))) with (1 + q * q * (q * q)) by (field; lra).
    replace ((1 + q * q) / (1 - q * q) * (1 - q * q * (q * q))) with ((1 + q * q) * (1 + q * q)) by (field; lra); nra. }
  match type of claim with ?l = ?r => replace r with ((1 + q * q * (q * q)) / (1 - q * q * (q * q))) in claim by (field; split; nra);
    replace l with ((1 + q * q) / (1 - q * q)) in claim by (field; nra) end; lra.
Qed.
