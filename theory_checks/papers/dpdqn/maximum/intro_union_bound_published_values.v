(* At k = 23, sigma = 0.32 and a failure probability of less than 5/10^5 the level of Lemma 8 is more than ten deviations. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalSeries NormalTail Bandit Decide.
From dpdqn Require Import intro_union_bound_published_values_statement.
Open Scope R_scope.

Lemma ten_deviations : Phi (- (10)) <= exp (-50).
Proof.
  rewrite (Phi_beyond 10); destruct (mills 10 ltac:(lra)) as [_ above]; unfold mills_above, bell in above.
  assert (root : 1 <= sqrt (2 * PI)) by (rewrite <- sqrt_1; apply sqrt_le_1_alt; pose proof PI2_3_2; unfold PI2 in *; lra).
  replace (- (10 * 10 / 2)) with (-50) in above by lra; pose proof (exp_pos (-50)) as some.
  apply (Rmult_le_reg_r (sqrt (2 * PI))); [lra|].
  replace (beyond 10 / sqrt (2 * PI) * sqrt (2 * PI)) with (beyond 10) by (field; lra).
  replace ((10 * 10 + 2) / (10 * (10 * 10 + 3))) with (102 / 1030) in above by lra; nra.
Qed.

Theorem intro_union_bound_published_values_refuted : ~ intro_union_bound_published_values_statement.
Proof.
  intros all; pose proof (all 10000%Z (20000 / 9) (8 / 25) (9 / 2)) as claim.
  unfold intro_union_bound_published_values_domain, intro_union_bound_published_values_defined,
    intro_union_bound_published_values_claim in claim.
  specialize (claim ltac:(repeat split; lra) ltac:(split; lra)).
  assert (rare : Phi (- (868 / 100 * sqrt (20000 / 9) * (8 / 25) + 9 / 2) / (8 / 25)) <= exp (-50)).
  { apply Rle_trans with (2 := ten_deviations), Phi_monotone.
    assert (10 <= (868 / 100 * sqrt (20000 / 9) * (8 / 25) + 9 / 2) / (8 / 25)) by decided; lra. }
  assert (10000 * exp (-50) < exp (- (9 / 2) ^ 2 / 2)) by decided; lra.
Qed.
