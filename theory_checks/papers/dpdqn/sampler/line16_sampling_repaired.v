(* The square of sigma is a factor of all covariances, so that the weights stay. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import line16_sampling_repaired_formula line16_sampling_repaired_statement.
Open Scope R_scope.

Theorem line16_sampling_repaired : line16_sampling_repaired_statement.
Proof.
  intros beta sigma s s_minus s_plus w_minus w_plus positive [low high] known covariance d variance _; split; [|split].
  - destruct known as [one two]; unfold covariance; rewrite <- one, <- two; split; ring.
  - unfold d; rewrite (left_over_value beta s_minus s s_plus positive low high _ _ known).
    pose proof (p_between beta s_minus s positive low); pose proof (r_between beta s s_plus positive high).
    pose proof (below_one beta s_minus s s_plus positive low high).
    set (p := kernel beta s_minus s) in *; set (r := kernel beta s s_plus) in *.
    assert (0 < p * p < 1) by nra; assert (0 < r * r < 1) by nra; split.
    + apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra.
    + apply (Rmult_lt_reg_r (1 - p * r * (p * r))); [lra|].
      replace ((1 - p * p) * (1 - r * r) / (1 - p * r * (p * r)) * (1 - p * r * (p * r))) with ((1 - p * p) * (1 - r * r)) by (field; lra).
      assert (p * r * (p * r) = p * p * (r * r)) by ring; assert (p * p * (r * r) < p * p) by nra; nra.
  - unfold line16_sampling_repaired_claim, variance, covariance, d, left_over; ring.
Qed.
