(* beta C = (1 + v) L^2, and the root of beta C is that of beta times that of C. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import e3_approximation_repaired_statement.
Open Scope R_scope.

Theorem e3_approximation_repaired : e3_approximation_repaired_statement.
Proof.
  unfold e3_approximation_repaired_statement, e3_approximation_repaired_domain, e3_approximation_repaired_defined,
    e3_approximation_repaired_claim.
  intros B C L T alpha beta delta epsilon k mean sigma v
    (_ & -> & batch & _ & inside & under & _ & -> & _ & inverse & constant & _ & _ & target & low & _ & _ & steps & slope & _ & _ &
      whole & positive & some & scale).
  set (a := 2 * (IZR T / IZR B) * ln (exp 1 + epsilon / delta)) in *.
  assert (product : beta * C = (1 + v) * L ^ 2) by (rewrite inverse, constant; field; lra).
  assert (nonneg : 0 <= a) by (destruct (Rlt_dec a 0); [nra|lra]).
  split; [repeat split; try lra; apply Rmult_le_pos; lra|]; split; [|exact product].
  replace (217 / 25 * sqrt beta * (sqrt (a * C) / epsilon)) with (217 / 25 / epsilon * (sqrt beta * sqrt (a * C))) by (field; lra).
  rewrite <- sqrt_mult by nra; replace (beta * (a * C)) with (L ^ 2 * (a * (1 + v))).
  - rewrite sqrt_mult by nra; rewrite <- Rsqr_pow2, sqrt_Rsqr by lra; field; lra.
  - transitivity (a * (beta * C)); [rewrite product|]; ring.
Qed.
