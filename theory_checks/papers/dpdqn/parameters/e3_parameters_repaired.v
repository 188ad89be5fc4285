(* sqrt(beta) sigma is at least a constant times sqrt(1 + v), so that the slack of the tail condition increases with k. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Decide.
From dpdqn Require Import e3_parameters_repaired_formula e3_parameters_repaired_statement.
Open Scope R_scope.

Definition v_of (k : R) : R := 4 * (3 / 10 ^ 4) * (k + 1) / 64.
Definition level (epsilon : R) : R := 2 * (5000 / 64) * ln (exp 1 + epsilon / (5 / 10 ^ 5)).
Definition least_sigma (epsilon k : R) : R := sqrt (level epsilon * ((v_of k ^ 2 + v_of k) * 4 ^ 2)) / epsilon.
Definition shift (epsilon k : R) : R := 217 / 25 * (sqrt (16 * level epsilon) / epsilon) * sqrt (1 + v_of k).
Definition gap : R := sqrt (2 * ln (78 / (5 / 10 ^ 5))).

Section One.
Variables (epsilon low high s s' : R).
Hypotheses (positive : 0 < epsilon) (start : 0 <= low <= high) (some : 0 < level epsilon).
Hypotheses (steep : 217 / 25 * (sqrt (16 * level epsilon) / epsilon) <= 4000).
Hypotheses (below : 2 * low - shift epsilon low < gap) (above : gap <= 2 * high - shift epsilon high).
Hypotheses (first : s <= least_sigma epsilon low) (last : least_sigma epsilon high <= s').

Lemma v_positive k : 0 <= k -> 0 < v_of k.
Proof. unfold v_of; lra. Qed.

Lemma product k : 0 <= k -> sqrt (1 / v_of k) * least_sigma epsilon k = sqrt (16 * level epsilon) / epsilon * sqrt (1 + v_of k).
Proof.
  intros range; pose proof (v_positive k range) as v; unfold least_sigma.
  replace (level epsilon * ((v_of k ^ 2 + v_of k) * 4 ^ 2)) with (v_of k * (16 * level epsilon * (1 + v_of k))) by ring.
  assert (0 < 1 / v_of k) by (apply Rdiv_lt_0_compat; lra).
  replace (sqrt (1 / v_of k) * (sqrt (v_of k * (16 * level epsilon * (1 + v_of k))) / epsilon))
    with (sqrt (1 / v_of k) * sqrt (v_of k * (16 * level epsilon * (1 + v_of k))) / epsilon) by (field; lra).
  rewrite <- sqrt_mult_alt by lra.
  replace (1 / v_of k * (v_of k * (16 * level epsilon * (1 + v_of k)))) with (16 * level epsilon * (1 + v_of k)) by (field; lra).
  rewrite sqrt_mult_alt by lra; field; lra.
Qed.

Lemma sigma_grows k : low <= k -> least_sigma epsilon low <= least_sigma epsilon k.
Proof.
  intros more; pose proof (v_positive low ltac:(lra)); assert (v_of low <= v_of k) by (unfold v_of; lra).
  unfold least_sigma; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, positive|]; apply sqrt_le_1_alt.
  apply Rmult_le_compat_l; [lra|]; nra.
Qed.

Lemma slack k : 0 <= k -> gap <= 2 * k - shift epsilon k -> low <= k.
Proof.
  intros range fine; destruct (Rle_dec low k) as [more|less]; [exact more|exfalso].
  pose proof (v_positive k range); assert (order : v_of k <= v_of low) by (unfold v_of; lra).
  assert (1 <= sqrt (1 + v_of k)) by (rewrite <- sqrt_1 at 1; apply sqrt_le_1_alt; lra).
  pose proof (sqrt_sqrt (1 + v_of k) ltac:(lra)); pose proof (sqrt_sqrt (1 + v_of low) ltac:(lra)).
  assert (sqrt (1 + v_of k) <= sqrt (1 + v_of low)) by (apply sqrt_le_1_alt; lra).
  assert (close : sqrt (1 + v_of low) - sqrt (1 + v_of k) <= (v_of low - v_of k) / 2) by nra.
  assert (0 <= 217 / 25 * (sqrt (16 * level epsilon) / epsilon)).
  { apply Rmult_le_pos; [lra|]; apply Rmult_le_pos; [apply sqrt_pos|left; apply Rinv_0_lt_compat, positive]. }
  unfold shift in *; set (c := 217 / 25 * (sqrt (16 * level epsilon) / epsilon)) in *.
  assert (c * (sqrt (1 + v_of low) - sqrt (1 + v_of k)) <= 4000 * ((v_of low - v_of k) / 2)) by (apply Rmult_le_compat; lra).
  unfold v_of in *; lra.
Qed.

Lemma at_least x y : meets epsilon x y -> low <= x /\ s <= y.
Proof.
  intros (C & beta & mean & enough & v & inside & _ & tail & shifted & noise & least & inverse & constant & value).
  destruct inside as (_ & _ & _ & _ & _ & _ & _ & range & _); rewrite least in noise; rewrite inverse, constant in *; change (v = v_of x) in value; subst v.
  assert (known : least_sigma epsilon x <= y) by (apply Rge_le; exact noise).
  pose proof (v_positive x ltac:(lra)) as v.
  assert (reached : low <= x).
  { apply slack; [lra|]; apply Rge_le in tail; apply Rle_trans with (1 := tail).
    assert (shift epsilon x <= mean); [|lra]; rewrite shifted; unfold shift.
    rewrite !Rmult_assoc; apply Rmult_le_compat_l; [lra|]; rewrite <- product by lra; apply Rmult_le_compat_l; [apply sqrt_pos|exact known]. }
  split; [exact reached|]; apply Rle_trans with (1 := first), Rle_trans with (2 := known), sigma_grows, reached.
Qed.

Lemma reached : meets epsilon high (least_sigma epsilon high).
Proof.
  pose proof (v_positive high ltac:(lra)) as v; set (y := v_of high) in *; assert (0 < 1 / y) by (apply Rdiv_lt_0_compat; lra).
  assert (C : 0 < (y ^ 2 + y) * 4 ^ 2) by nra.
  assert (0 < level epsilon * ((y ^ 2 + y) * 4 ^ 2)) by (apply Rmult_lt_0_compat; assumption).
  assert (noise : 0 < least_sigma epsilon high) by (apply Rdiv_lt_0_compat; [apply sqrt_lt_R0|]; assumption).
  exists ((y ^ 2 + y) * 4 ^ 2), (1 / y), (217 / 25 * sqrt (1 / y) * least_sigma epsilon high), (least_sigma epsilon high), y.
  assert (0 < epsilon / (5 / 10 ^ 5)) by (apply Rdiv_lt_0_compat; lra); pose proof (exp_pos 1).
  assert (tail : 0 <= 2 * ln (78 / (5 / 10 ^ 5))) by decided.
  split; [|split]; [unfold e3_parameters_repaired_domain|unfold e3_parameters_repaired_defined|unfold e3_parameters_repaired_claim].
  - repeat split; lra.
  - repeat split; try lra; unfold level in *; lra.
  - split; [|repeat split; apply Rge_refl].
    apply Rle_ge, Rle_trans with (1 := above); unfold shift, y; rewrite !Rmult_assoc, product by lra; lra.
Qed.

Lemma both : smallest epsilon low high s s'.
Proof.
  split; [exact at_least|]; exists high, (least_sigma epsilon high); split; [exact reached|]; split; [apply Rle_refl|exact last].
Qed.
End One.

Theorem e3_parameters_repaired : e3_parameters_repaired_statement.
Proof.
  split; apply both; try lra; unfold shift, least_sigma, level, gap, v_of; decided.
Qed.
