(* Quotients of monomials; and a root exceeds every number. *)
From Coq Require Import Reals Lra Psatz.
From pucb Require Import lower_match_statement.
Open Scope R_scope.

Lemma far c k part : 0 < c -> 0 < part -> 0 <= k -> exists T0, forall T, T0 <= T -> k <= part * sqrt (c * T).
Proof.
  intros positive some large; exists ((k / part) ^ 2 / c); intros T late.
  assert (0 <= k / part) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, some]).
  assert (k / part <= sqrt (c * T)).
  { rewrite <- (sqrt_pow2 (k / part)) by assumption; apply sqrt_le_1_alt.
    apply (Rmult_le_compat_l c) in late; [|lra]; replace (c * ((k / part) ^ 2 / c)) with ((k / part) ^ 2) in late by (field; lra); lra. }
  replace k with (part * (k / part)) at 1 by (field; lra); apply Rmult_le_compat_l; lra.
Qed.

(* Both terms are positive numbers over alpha^2, and over alpha. *)
Lemma near k l : 0 < k -> 0 < l -> dominates_near_0 (fun alpha => k / alpha ^ 2) (fun alpha => l / alpha).
Proof.
  intros main other part some; exists (part * k / l); split; [apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra|].
  intros alpha [positive small]; apply (Rmult_le_reg_r (alpha ^ 2)); [apply pow_lt, positive|].
  replace (l / alpha * alpha ^ 2) with (l * alpha) by (field; lra).
  replace (part * (k / alpha ^ 2) * alpha ^ 2) with (l * (part * k / l)) by (field; lra).
  apply Rmult_le_compat_l; lra.
Qed.

Lemma near_ext f g f' g' : (forall alpha, 0 < alpha -> f alpha = f' alpha) -> (forall alpha, 0 < alpha -> g alpha = g' alpha) ->
  dominates_near_0 f g -> dominates_near_0 f' g'.
Proof.
  intros one two all part some; destruct (all part some) as [alpha0 [positive below]]; exists alpha0; split; [exact positive|].
  intros alpha [low high]; rewrite <- one, <- two by exact low; apply below; lra.
Qed.

Theorem lower_match_verified : lower_match_statement.
Proof.
  split.
  - exists (fun H => H ^ 2), (fun H => sqrt H ^ 3); intros S A H states actions horizon.
    assert (sample : forall alpha, 0 < alpha -> upper_sample S A H alpha = H ^ 2 * lower_sample S A H alpha)
      by (intros; unfold upper_sample, lower_sample; field; lra).
    assert (regret : forall T, 1 <= T -> upper_regret S A H T = sqrt H ^ 3 * lower_regret S A H T).
    { intros T late; unfold upper_regret, lower_regret.
      assert (0 <= S * A) by nra; assert (0 <= S * A * T) by (apply Rmult_le_pos; lra).
      replace (H * S * A * T) with (H * (S * A * T)) by ring; rewrite (sqrt_mult H (S * A * T)) by lra.
      replace (H ^ 2) with (sqrt H ^ 4); [ring|].
      replace (sqrt H ^ 4) with ((sqrt H * sqrt H) ^ 2) by ring; rewrite sqrt_sqrt by lra; reflexivity. }
    assert (root : 1 <= sqrt H) by (rewrite <- sqrt_1; apply sqrt_le_1_alt, horizon).
    repeat split; try assumption.
    + intros alpha positive; rewrite sample by exact positive; rewrite <- (Rmult_1_l (lower_sample S A H alpha)) at 1.
      apply Rmult_le_compat_r; [|nra]; unfold lower_sample, Rdiv; apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, pow_lt, positive].
      apply Rmult_le_pos; [nra|apply pow2_ge_0].
    + intros T late; rewrite regret by exact late; rewrite <- (Rmult_1_l (lower_regret S A H T)) at 1.
      apply Rmult_le_compat_r; [apply sqrt_pos|]; rewrite <- (pow1 3); apply pow_incr; lra.
  - intros S A H epsilon states actions horizon positive.
    assert (SA : 0 < S * A) by nra; assert (SAH : 0 < S * A * H) by (apply Rmult_lt_0_compat; lra).
    assert (powers : forall k, 0 < S * A * H ^ k) by (intros k; apply Rmult_lt_0_compat; [exact SA|apply pow_lt; lra]).
    assert (square : forall k, 0 < S ^ 2 * A * H ^ k).
    { intros k; replace (S ^ 2 * A * H ^ k) with (S * (S * A * H ^ k)) by ring; apply Rmult_lt_0_compat; [lra|apply powers]. }
    repeat split.
    + apply (near_ext (fun alpha => S * A * H ^ 4 / alpha ^ 2) (fun alpha => S ^ 2 * A * H ^ 4 / epsilon / alpha)).
      * reflexivity.
      * intros alpha some; unfold upper_sample_privacy; field; lra.
      * apply near; [apply powers|apply Rdiv_lt_0_compat; [apply square|exact positive]].
    + apply (near_ext (fun alpha => S * A * H ^ 2 / alpha ^ 2) (fun alpha => S * A * H / epsilon / alpha)).
      * reflexivity.
      * intros alpha some; unfold lower_sample_privacy; field; lra.
      * apply near; [apply powers|apply Rdiv_lt_0_compat; assumption].
    + intros part some; destruct (far (S * A) (upper_regret_privacy S A H epsilon) part SA some) as [T0 below].
      { unfold upper_regret_privacy; left; apply Rdiv_lt_0_compat; [|exact positive]; pose proof (powers 3%nat); pose proof (square 3%nat); lra. }
      exists T0; intros T late; specialize (below T late); unfold upper_regret.
      assert (0 <= part * sqrt (S * A * T)) by (apply Rmult_le_pos; [lra|apply sqrt_pos]).
      assert (1 <= H ^ 2) by nra; replace (part * (H ^ 2 * sqrt (S * A * T))) with (H ^ 2 * (part * sqrt (S * A * T))) by ring; nra.
    + intros part some; destruct (far (H * S * A) (lower_regret_privacy S A H epsilon) part ltac:(nra) some) as [T0 below].
      { unfold lower_regret_privacy; left; apply Rdiv_lt_0_compat; assumption. }
      exists T0; intros T late; exact (below T late).
Qed.
