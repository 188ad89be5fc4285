(* Both operations keep the order, and leave what is in the range as it is. *)
From Coq Require Import Reals ZArith Lra.
From pucb Require Import clipping_repaired_formula clipping_repaired_statement.
Open Scope R_scope.

Example met : clipping_repaired_domain 2 1 1 1 /\ clipping_repaired_claim 2 1 1 1.
Proof. unfold clipping_repaired_domain, clipping_repaired_claim; rewrite Rmin_right, Rmax_right; lra. Qed.

Theorem clipping_repaired : clipping_repaired_statement.
Proof.
  unfold clipping_repaired_statement, clipping_repaired_domain, clipping_repaired_claim.
  intros H h Q V (first & last) ->; set (c := IZR H - IZR h + 1).
  assert (0 <= c) by (unfold c; lra); split; [split|].
  - apply Rmax_l.
  - apply Rmax_lub; [assumption|apply Rmin_l].
  - intros optimum range below; apply Rle_trans with (2 := Rmax_r _ _), Rmin_glb; lra.
Qed.
