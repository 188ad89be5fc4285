(* Constants: the roots of n, and a step of 1. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_completeness_consecutive_differences_formula lemma6_completeness_consecutive_differences_statement.
Open Scope R_scope.

Lemma square_of_constant beta c : 0 < beta -> square beta (fun x => c + 0 * x) (fun _ => 0) = (1 + beta / 2) * c ^ 2.
Proof. intros positive; unfold square; rewrite inner_lines by exact positive; field; lra. Qed.

Lemma roots_close n : (sqrt (INR n) - sqrt (INR (S n))) ^ 2 <= / INR (S n).
Proof.
  pose proof (sqrt_pos (INR n)); pose proof (lt_0_INR (S n) ltac:(lia)) as positive.
  pose proof (sqrt_sqrt (INR n) (pos_INR n)); pose proof (sqrt_sqrt (INR (S n)) ltac:(lra)) as next; rewrite S_INR in *.
  set (r := sqrt (INR n)) in *; assert (0 < sqrt (INR n + 1)) by (apply sqrt_lt_R0; lra); set (s := sqrt (INR n + 1)) in *.
  assert (product : (s - r) * (s + r) = 1) by (replace ((s - r) * (s + r)) with (s * s - r * r) by ring; lra).
  assert (0 <= s - r) by (apply (Rmult_le_reg_r (s + r)); lra).
  assert ((s - r) * s <= 1) by (assert (0 <= (s - r) * r) by (apply Rmult_le_pos; lra); lra).
  apply (Rmult_le_reg_r (INR n + 1)); [exact positive|]; rewrite Rinv_l, <- next by lra.
  replace ((r - s) ^ 2 * (s * s)) with (((s - r) * s) ^ 2) by ring; rewrite <- (pow1 2); apply pow_incr; split; [apply Rmult_le_pos|]; lra.
Qed.

Lemma beyond r : exists m, r <= INR m.
Proof.
  destruct (archimed (Rmax r 0)) as [large _]; pose proof (Rmax_l r 0); pose proof (Rmax_r r 0).
  exists (Z.to_nat (up (Rmax r 0))); rewrite INR_IZR_INZ, Z2Nat.id; [lra|apply le_IZR; lra].
Qed.

Lemma roots_diverge limit : ~ Un_cv (fun n => sqrt (INR n) + 0 * 0) limit.
Proof.
  intros goes; destruct (goes 1 Rlt_0_1) as [N near]; destruct (beyond ((Rabs limit + 2) ^ 2)) as [m large].
  specialize (near (max N m) ltac:(lia)); unfold R_dist in near; apply Rabs_def2 in near.
  assert (Rabs limit + 2 <= sqrt (INR (max N m))).
  { rewrite <- (sqrt_pow2 (Rabs limit + 2)) by (pose proof (Rabs_pos limit); lra); apply sqrt_le_1_alt.
    assert (INR m <= INR (max N m)) by (apply le_INR; lia); lra. }
  pose proof (Rle_abs limit); lra.
Qed.

Theorem lemma6_completeness_consecutive_differences_refuted : ~ lemma6_completeness_consecutive_differences_statement.
Proof.
  intros [sequences|step].
  - destruct (sequences 2 (fun n x => sqrt (INR n) + 0 * x) (fun _ _ => 0) ltac:(lra)) with (x := 0) as [limit goes]; [|  |lra|].
    + intros n; apply smooth_line.
    + intros e positive; destruct (archimed_cor1 (e / 2) ltac:(lra)) as (N & small & some); exists N; intros n late; unfold R_dist.
      replace (fun x => sqrt (INR n) + 0 * x - (sqrt (INR (S n)) + 0 * x)) with (fun x => (sqrt (INR n) - sqrt (INR (S n))) + 0 * x)
        by (apply functional_extensionality; intros; ring).
      replace (fun _ : R => 0 - 0) with (fun _ : R => 0) by (apply functional_extensionality; intros; ring).
      rewrite square_of_constant, Rminus_0_r by lra; pose proof (roots_close n) as near; pose proof (pow2_ge_0 (sqrt (INR n) - sqrt (INR (S n)))).
      rewrite Rabs_pos_eq by lra; assert (/ INR (S n) <= / INR N); [|lra].
      apply Rinv_le_contravar; [apply lt_0_INR; exact some|apply le_INR; lia].
    + exact (roots_diverge limit goes).
  - specialize (step 1%Z 2 0 (fun x => 1 + 0 * x) (fun _ => 0) (smooth_line 1 0) ltac:(lra)); rewrite square_of_constant in step by lra.
    unfold lemma6_completeness_consecutive_differences_domain, lemma6_completeness_consecutive_differences_claim in step.
    lapply step; [lra|repeat split; lra].
Qed.
