(* At this N both sides are equal. *)
From Coq Require Import Reals Lra Psatz.
From gpope Require Import erm_lower_bound_can_attain_statement.
Open Scope R_scope.

Theorem erm_lower_bound_can_attain_verified : erm_lower_bound_can_attain_statement.
Proof.
  unfold erm_lower_bound_can_attain_statement, erm_lower_bound_can_attain_domain, erm_lower_bound_can_attain_defined, erm_lower_bound_can_attain_claim.
  intros G2 K N c c2 d ell epsilon eta lmin m start
    (_ & -> & _ & -> & _ & -> & rate & curve & first & noise & constant & logarithm & level & size & many & steps).
  assert (0 < (eta - 1) * lmin ^ 2) by (assert (0 < lmin ^ 2) by nra; nra).
  assert (0 < IZR m ^ 2) by nra; assert (0 < epsilon ^ 2) by nra.
  assert (0 < IZR m ^ 2 * epsilon ^ 2 / IZR d) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  split; [repeat split; apply Rgt_not_eq; nra|].
  right; field; repeat split; lra.
Qed.
