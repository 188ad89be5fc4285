(* To divide by beta is to multiply with its inverse. *)
From Coq Require Import Reals Lra Psatz.
From pucb Require Import e_epsilon_footnote_repaired_statement.
Open Scope R_scope.

Theorem e_epsilon_footnote_repaired : e_epsilon_footnote_repaired_statement.
Proof.
  unfold e_epsilon_footnote_repaired_statement, e_epsilon_footnote_repaired_domain, e_epsilon_footnote_repaired_defined, e_epsilon_footnote_repaired_claim.
  intros A H S T beta epsilon (level & positive & _ & states & actions & steps & horizon).
  assert (0 < ln (IZR T)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (0 < / beta) by (apply Rinv_0_lt_compat, positive).
  assert (0 < IZR S * IZR A) by nra.
  assert (0 < 2 * IZR S * IZR A * IZR H + IZR S ^ 2 * IZR A * IZR H) by (assert (0 < IZR S * IZR A * IZR H) by nra; nra).
  rewrite pow_1; unfold Rdiv at 1; repeat split; try lra.
  - apply Rmult_lt_0_compat; assumption.
  - left; apply pow_lt; assumption.
  - apply Rmult_lt_0_compat; assumption.
Qed.
