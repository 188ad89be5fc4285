(* By the equations of the prediction; on the way past a neighbour correlations multiply. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import prop9_neighbours_repaired_formula prop9_neighbours_repaired_statement.
Open Scope R_scope.

Theorem prop9_neighbours_repaired : prop9_neighbours_repaired_statement.
Proof.
  intros beta p r w_left w_right x x_left x_right known -> -> (positive & low & high & p_low & p_high & r_low & r_high).
  pose proof (below_one beta x_left x x_right positive low high) as some.
  split; [|split; [|split]].
  - set (p := kernel beta x_left x) in *; set (r := kernel beta x x_right) in *; unfold prop9_neighbours_repaired_defined.
    assert (0 < p * r < 1) by nra; assert (1 < / (p * r)) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
    repeat split; try lra; unfold Rdiv; lra.
  - pose proof (proj1 (predicts_iff beta x_left x x_right positive low high w_left w_right) known) as [-> ->].
    unfold prop9_neighbours_repaired_claim; split; [|split; [|split]].
    + set (p := kernel beta x_left x) in *; set (r := kernel beta x x_right) in *; field; repeat split; try lra; nra.
    + set (p := kernel beta x_left x) in *; set (r := kernel beta x x_right) in *; field; repeat split; try lra; nra.
    + unfold kernel; rewrite Rabs_left by lra; f_equal; ring.
    + unfold kernel; rewrite Rabs_left by lra; f_equal; ring.
  - intros y outside; exact (further beta x_left x x_right positive low high w_left w_right y known outside).
  - intros z y above below; rewrite (kernel_symmetric beta z x_right), (kernel_symmetric beta x_right y),
      (kernel_symmetric beta z y), (kernel_through beta y x_right z) by assumption; ring.
Qed.
