(* Either the smaller term of the maximum decides, or gap r is at most the root of 39 L r for r = n - E - 1. *)
From Coq Require Import Reals Lra Psatz.
From pucb Require Import regret_upper_repaired_statement.
Open Scope R_scope.

Theorem regret_upper_repaired : regret_upper_repaired_statement.
Proof.
  unfold regret_upper_repaired_statement, regret_upper_repaired_domain, regret_upper_repaired_defined, regret_upper_repaired_claim.
  intros E L gap n (low & high & size & error & count & _ & _ & most).
  assert (inside : 0 <= 39 * L * n) by (repeat apply Rmult_le_pos; lra).
  split; [exact inside|].
  pose proof (sqrt_pos (39 * L * n)) as root.
  destruct (Rle_dec (39 * L / gap ^ 2) (17 * E / gap)) as [less|more].
  - rewrite Rmax_right in most by exact less.
    apply (Rmult_le_compat_l gap) in most; [|lra].
    replace (gap * (17 * E / gap + E + 1)) with (17 * E + gap * E + gap) in most by (field; lra); nra.
  - rewrite Rmax_left in most by lra; set (r := n - E - 1).
    destruct (Rle_dec r 0) as [none|some]; [unfold r in none; nra|].
    assert (gap * r <= sqrt (39 * L * n)); [|unfold r in *; nra].
    apply Rsqr_incr_0_var; [|exact root].
    unfold Rsqr; rewrite sqrt_sqrt by exact inside.
    assert (below : r <= 39 * L / gap ^ 2) by (unfold r; lra).
    apply (Rmult_le_compat_l (gap ^ 2)) in below; [|nra].
    replace (gap ^ 2 * (39 * L / gap ^ 2)) with (39 * L) in below by (field; lra).
    apply Rle_trans with (39 * L * r); [|apply Rmult_le_compat_l; unfold r; lra].
    replace (gap * r * (gap * r)) with (gap ^ 2 * r * r) by ring; apply Rmult_le_compat_r; lra.
Qed.
