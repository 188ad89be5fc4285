(* The term in the middle is positive, and epsilon is at most 1. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import claim13_monotonicity_repaired_statement.
Open Scope R_scope.

Theorem claim13_monotonicity_repaired : claim13_monotonicity_repaired_statement.
Proof.
  unfold claim13_monotonicity_repaired_statement, claim13_monotonicity_repaired_domain, claim13_monotonicity_repaired_defined, claim13_monotonicity_repaired_claim.
  intros Delta epsilon exponent sigma (below & side & -> & _ & small & positive & noise).
  split; [assumption|].
  assert (0 < Delta ^ 2 / (8 * sigma ^ 2)) by (apply Rdiv_lt_0_compat; nra).
  rewrite (Rmult_comm (sigma ^ 2)); lra.
Qed.
