(* The first term is largest at the smallest N, where the sum of both is K d/(m epsilon)^2. *)
From Coq Require Import Reals Lra Psatz.
From gpope Require Import erm_lower_bound_order_statement.
Open Scope R_scope.

Theorem erm_lower_bound_order_verified : erm_lower_bound_order_statement.
Proof.
  unfold erm_lower_bound_order_statement, erm_lower_bound_order_domain, erm_lower_bound_order_defined, erm_lower_bound_order_claim.
  intros G2 K N c c2 d ell epsilon eta lmin m start
    (_ & large & _ & -> & _ & -> & rate & curve & first & noise & constant & logarithm & level & size & many & steps).
  assert (0 < (eta - 1) * lmin ^ 2) by (assert (0 < lmin ^ 2) by nra; nra).
  assert (0 < IZR m ^ 2) by nra; assert (0 < epsilon ^ 2) by nra.
  split; [repeat split; apply Rgt_not_eq; nra|].
  set (scale := (eta - 1) * lmin ^ 2) in *; set (old := Rmax start (eta ^ 2 * G2 / scale)).
  assert (0 <= old) by (unfold old; pose proof (Rmax_l start (eta ^ 2 * G2 / scale)); lra).
  replace (eta ^ 2 * (IZR d * c2 ^ 2 * ell / epsilon ^ 2) / (IZR m ^ 2 * (eta - 1) * lmin ^ 2))
    with (eta ^ 2 * c2 ^ 2 * ell / scale * (IZR d / (IZR m ^ 2 * epsilon ^ 2)))
    by (unfold scale; field; repeat split; lra).
  replace ((old + eta ^ 2 * c2 ^ 2 * ell / scale) * IZR d / (IZR m ^ 2 * epsilon ^ 2))
    with (IZR d / (IZR m ^ 2 * epsilon ^ 2) * old
      + eta ^ 2 * c2 ^ 2 * ell / scale * (IZR d / (IZR m ^ 2 * epsilon ^ 2))) by (field; repeat split; lra).
  apply Rplus_le_compat_r, Rmult_le_compat_r; [assumption|].
  replace (IZR d / (IZR m ^ 2 * epsilon ^ 2)) with (1 / (IZR m ^ 2 * epsilon ^ 2 / IZR d)) by (field; repeat split; lra).
  unfold Rdiv at 1 2; apply Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; [|lra].
  apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra.
Qed.
