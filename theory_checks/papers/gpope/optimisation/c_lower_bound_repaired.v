(* The noise is at least that of Theorem 1, and m and N cancel. *)
From Coq Require Import Reals Lra Psatz.
From gpope Require Import c_lower_bound_repaired_statement.
Open Scope R_scope.

Theorem c_lower_bound_repaired : c_lower_bound_repaired_statement.
Proof.
  unfold c_lower_bound_repaired_statement, c_lower_bound_repaired_domain, c_lower_bound_repaired_defined, c_lower_bound_repaired_claim.
  intros N c c2 ell epsilon h m n variance (size & paths & runs & bound & level & logarithm & constant & _ & noise & _ & ->).
  assert (0 < epsilon ^ 2) by nra.
  split; [lra|].
  replace (2 * IZR n * h ^ 2 * c2 ^ 2 * ell / epsilon ^ 2)
    with (2 * IZR n * h ^ 2 * (c2 ^ 2 * IZR N * ell / (IZR m * epsilon) ^ 2) * IZR m ^ 2 / IZR N)
    by (field; repeat split; lra).
  apply Rle_ge, Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  apply Rmult_le_compat_r; [nra|].
  apply Rmult_le_compat_l; [nra|lra].
Qed.
