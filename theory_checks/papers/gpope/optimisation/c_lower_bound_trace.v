(* c is h^2 sigma^2 times a constant, and sigma^2 is at least sigma_0^2; for h = 1/2 the bound is missed. *)
From Coq Require Import Reals Lra Psatz.
From gpope Require Import c_lower_bound_trace_statement.
Open Scope R_scope.

Theorem c_lower_bound_trace_region : c_lower_bound_trace_statement.
Proof.
  unfold c_lower_bound_trace_statement, c_lower_bound_trace_domain, c_lower_bound_trace_region, c_lower_bound_trace_defined, c_lower_bound_trace_claim; split.
  - intros N c c2 ell epsilon h m n variance
      (size & paths & runs & clip & level & logarithm & constant & _ & noise & _ & ->) large.
    assert (0 < epsilon ^ 2) by nra; split; [lra|].
    set (least := c2 ^ 2 * IZR N * ell / (IZR m * epsilon) ^ 2) in *.
    replace (2 * IZR n * c2 ^ 2 * ell / epsilon ^ 2) with (2 * IZR n * IZR m ^ 2 / IZR N * least)
      by (unfold least; field; repeat split; lra).
    replace (2 * IZR n * h ^ 2 * variance * IZR m ^ 2 / IZR N)
      with (2 * IZR n * IZR m ^ 2 / IZR N * (h ^ 2 * variance)) by (field; lra).
    assert (0 < least).
    { unfold least; apply Rdiv_lt_0_compat; repeat (apply Rmult_lt_0_compat || apply pow_lt); lra. }
    apply Rle_ge, Rmult_le_compat_l; [|assert (1 <= h ^ 2) by nra; nra].
    unfold Rdiv; apply Rmult_le_pos; [nra|left; apply Rinv_0_lt_compat; lra].
  - intros all; specialize (all 1%Z (1 / 2) 1 1 1 (1 / 2) 1%Z 1%Z 1); simpl in all; lra.
Qed.
