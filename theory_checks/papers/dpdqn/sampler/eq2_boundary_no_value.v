(* Then both weights are 0, and so is the correlation with the neighbour at 0. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_boundary_no_value_statement.
Open Scope R_scope.

Theorem eq2_boundary_no_value_refuted : ~ eq2_boundary_no_value_statement.
Proof.
  intros (beta & s & mu & positive & [low high] & all); destruct (predicts_exists beta 0 s 1 positive low high) as (w & w' & known).
  pose proof (all w w' 0 0 known) as none; pose proof (all w w' 1 0 known) as left; pose proof (all w w' 0 1 known) as right.
  destruct known as [first _]; assert (w = 0) as -> by lra; assert (w' = 0) as -> by lra.
  pose proof (exp_pos (- (beta * Rabs (s - 0)))) as some; fold (kernel beta s 0) in some; lra.
Qed.
