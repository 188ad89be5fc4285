(* The error is below E, half of the threshold; there the noise's part is 2 (1 + S H). *)
From Coq Require Import Reals Lra Psatz.
From pucb Require Import threshold_role_optimism_at_the_threshold_statement.
Open Scope R_scope.

Theorem threshold_role_optimism_at_the_threshold_verified : threshold_role_optimism_at_the_threshold_statement.
Proof.
  intros S H T E beta' states horizon episodes level _.
  apply le_INR in states, horizon; simpl in states, horizon; repeat split.
  - apply Rabs_def2 in H1; lra.
  - lra.
  - unfold noise; replace (3 * E / (2 * E) + 2 * E ^ 2 / (2 * E) ^ 2) with 2 by (field; lra); nra.
  - apply Rmin_left; unfold bonus, sampling.
    set (root := sqrt _); assert (0 <= root) by apply sqrt_pos; assert (0 <= (INR H + 1) * root) by (apply Rmult_le_pos; lra); lra.
  - apply Rmin_left; lra.
  - intros c more n n' large close; apply Rabs_def2 in close; assert (1 * E < c * E) by (apply Rmult_lt_compat_r; lra); lra.
  - intros c less; pose proof (Rmax_l c 0); pose proof (Rmax_r c 0); assert (Rmax c 0 < 1) by (apply Rmax_lub_lt; lra).
    set (d := Rmax c 0) in *; exists (d * E), (d * E - E * (1 + d) / 2).
    assert (0 < E * (1 - d)) by (apply Rmult_lt_0_compat; lra); assert (0 <= d * E) by (apply Rmult_le_pos; lra).
    repeat split; [apply Rle_ge, Rmult_le_compat_r; lra| |lra].
    replace (d * E - (d * E - E * (1 + d) / 2)) with (E * (1 + d) / 2) by ring; rewrite Rabs_pos_eq; lra.
Qed.
