(* The quotients of the terms are H (1 + S) sqrt(S A/T)/epsilon and S alpha/epsilon. *)
From Coq Require Import Reals Lra Psatz.
From pucb Require Import privacy_lower_order_bounds_statement.
Open Scope R_scope.

(* Both sides of a comparison, times a positive number *)
Lemma times c x y x' y' : 0 < c -> x' = c * x -> y' = c * y -> (x' <= y' <-> x <= y).
Proof. intros positive -> ->; split; intros below; [apply (Rmult_le_reg_l c); assumption|apply Rmult_le_compat_l; lra]. Qed.

Lemma squares x y : 0 <= x -> 0 <= y -> (x <= sqrt y <-> x ^ 2 <= y).
Proof.
  intros one other; split; intros below.
  - rewrite <- (sqrt_sqrt y other); replace (sqrt y * sqrt y) with (sqrt y ^ 2) by ring; apply pow_incr; lra.
  - rewrite <- (sqrt_pow2 x one); apply sqrt_le_1_alt, below.
Qed.

Theorem privacy_lower_order_bounds_verified : privacy_lower_order_bounds_statement.
Proof.
  intros S A H epsilon share states actions horizon level some.
  assert (SA : 0 < S * A) by nra; split.
  - intros T episodes; set (r := H * (1 + S) / (epsilon * share)).
    assert (0 < epsilon * share) by (apply Rmult_lt_0_compat; assumption); assert (0 <= r) by (apply Rlt_le, Rdiv_lt_0_compat; nra).
    assert (H2 : 0 < H ^ 2) by (apply pow_lt; lra).
    transitivity (S * A * r <= sqrt (S * A * T)).
    + apply (times (share * H ^ 2)); [apply Rmult_lt_0_compat; assumption|unfold r; field; lra|ring].
    + rewrite squares by (apply Rmult_le_pos; lra); apply (times (S * A)); [exact SA|ring|ring].
  - intros alpha positive; apply (times (S ^ 2 * A * H ^ 4 / (epsilon * alpha ^ 2))).
    + apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat; [exact level|apply pow_lt, positive]].
      replace (S ^ 2 * A * H ^ 4) with (S * (S * A) * H ^ 4) by ring; apply Rmult_lt_0_compat; [nra|apply pow_lt; lra].
    + field; lra.
    + field; lra.
Qed.
