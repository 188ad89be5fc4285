(* The distance is multiplied by 1 + alpha slope (1 - gamma), where slope is 1 or 1 - gamma. *)
From Coq Require Import Reals Lra.
From dpdqn Require Import line22_update_formula line22_update_statement.
Open Scope R_scope.

Theorem line22_update_refuted : ~ line22_update_statement.
Proof.
  intros (Q & Q_star & after & alpha & gamma & r & slope & y & away & (size & low & high & target & best & either & moved) & claim).
  unfold line22_update_claim in claim; assert (up : 0 < slope) by (destruct (Rmult_integral _ _ either); lra).
  assert (factor : 0 < alpha * slope * (1 - gamma)) by (repeat apply Rmult_lt_0_compat; lra).
  replace (after - Q_star) with ((1 + alpha * slope * (1 - gamma)) * (Q - Q_star)) in claim.
  - rewrite Rabs_mult, (Rabs_pos_eq (1 + _)) in claim by lra; pose proof (Rabs_pos_lt (Q - Q_star) ltac:(lra)); nra.
  - rewrite moved, target; replace r with (Q_star - gamma * Q_star) by lra; ring.
Qed.
