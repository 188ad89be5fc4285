(* Square both sides. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import prop10_limit_bound_tends_to_zero_statement.
Open Scope R_scope.

Theorem prop10_limit_bound_tends_to_zero_verified : prop10_limit_bound_tends_to_zero_statement.
Proof.
  unfold prop10_limit_bound_tends_to_zero_statement, prop10_limit_bound_tends_to_zero_domain,
    prop10_limit_bound_tends_to_zero_defined, prop10_limit_bound_tends_to_zero_claim.
  intros gamma level n sigma (positive & _ & below & target & size & enough).
  assert (product : 0 < IZR n * PI) by (apply Rmult_lt_0_compat; [lra|exact PI_RGT_0]).
  pose proof (sqrt_lt_R0 _ product) as root; pose proof (sqrt_sqrt (IZR n * PI) ltac:(lra)) as square.
  set (q := sqrt (IZR n * PI)) in *.
  assert (under : 0 < q * (1 - gamma)) by (apply Rmult_lt_0_compat; lra).
  repeat split; [lra|apply Rgt_not_eq; lra|].
  pose proof (sqrt_lt_R0 2 ltac:(lra)); pose proof (sqrt_sqrt 2 ltac:(lra)) as two.
  apply (Rmult_le_reg_r (q * (1 - gamma))); [exact under|].
  replace (2 * sqrt 2 * sigma / (q * (1 - gamma)) * (q * (1 - gamma))) with (2 * sqrt 2 * sigma) by (field; lra).
  apply Rsqr_incr_0_var; [|nra]; unfold Rsqr.
  replace (2 * sqrt 2 * sigma * (2 * sqrt 2 * sigma)) with (4 * (sqrt 2 * sqrt 2) * sigma ^ 2) by ring; rewrite two.
  replace (level * (q * (1 - gamma)) * (level * (q * (1 - gamma)))) with (q * q * (1 - gamma) ^ 2 * level ^ 2) by ring.
  rewrite square; lra.
Qed.
