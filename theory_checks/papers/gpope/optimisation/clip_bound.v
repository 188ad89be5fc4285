(* The denominator is 1, or the length over h. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sums Vectors.
From gpope Require Import clip_bound_formula clip_bound_statement.
Open Scope R_scope.

Theorem clip_bound_verified : clip_bound_statement.
Proof.
  unfold clip_bound_statement, clip_bound_domain, clip_bound_defined, clip_bound_claim.
  intros n B clipped h each positive; set (norm := length n B) in *.
  assert (nonneg : 0 <= norm) by apply sqrt_pos.
  assert (large : 1 <= Rmax 1 (norm / h)) by apply Rmax_l.
  split; [intros i _; repeat split; lra|].
  destruct (Rle_dec norm h) as [short|long].
  - assert (kept : same n clipped B).
    { intros i small; rewrite (each i small), Rmax_left; [field|].
      apply (Rmult_le_reg_r h); [lra|]; replace (norm / h * h) with norm by (field; lra); lra. }
    split; [|intros _; exact kept]; rewrite Rmin_left by exact short.
    unfold norm, length; rewrite (dot_ext n _ _ _ _ kept kept); reflexivity.
  - split; [|intros short; lra]; rewrite Rmin_right by lra.
    assert (scaled : forall i, (i < n)%nat -> clipped i = h / norm * B i).
    { intros i small; rewrite (each i small), Rmax_right; [field; lra|].
      apply (Rmult_le_reg_r h); [lra|]; replace (norm / h * h) with norm by (field; lra); lra. }
    assert (square : dot n B B = norm * norm) by (symmetry; apply sqrt_sqrt, dot_nonneg).
    unfold length; replace (dot n clipped clipped) with (h * h); [apply sqrt_square; lra|].
    transitivity ((h / norm) ^ 2 * dot n B B); [rewrite square; field; lra|].
    unfold dot; rewrite <- sum_scale; apply sum_ext; intros i small; rewrite scaled by exact small; ring.
Qed.
