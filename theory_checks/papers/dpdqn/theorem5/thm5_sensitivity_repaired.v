(* The noise cancels, and the mean of the changes of the rewards is left. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums.
From dpdqn Require Import thm5_sensitivity_repaired_formula thm5_sensitivity_repaired_statement.
Open Scope R_scope.

Lemma moves d B alpha theta phi seen D : (0 < B)%nat ->
  linear d (updated d B alpha theta seen D) phi - linear d theta phi = - (alpha * (sum B (fun t => D t * linear d phi (seen t)) / INR B)).
Proof.
  intros some; assert (0 < INR B) by (apply lt_0_INR, some); unfold linear, updated; rewrite <- sum_sub.
  rewrite (sum_ext d _ (fun i => - (alpha / INR B) * sum B (fun t => D t * seen t i * phi i))).
  - rewrite sum_scale, sum_swap; rewrite (sum_ext B _ (fun t => D t * sum d (fun i => phi i * seen t i))); [field; lra|].
    intros t _; rewrite <- sum_scale; apply sum_ext; intros; ring.
  - intros i _; rewrite (sum_ext B (fun t => D t * seen t i * phi i) (fun t => phi i * (D t * seen t i))) by (intros; ring).
    rewrite sum_scale; field; lra.
Qed.

Lemma mean_below B f c : (0 < B)%nat -> (forall t, (t < B)%nat -> Rabs (f t) <= c) -> Rabs (sum B f / INR B) <= c.
Proof.
  intros some below; assert (positive : 0 < INR B) by (apply lt_0_INR, some).
  assert (total : forall k, (k <= B)%nat -> - (INR k * c) <= sum k f <= INR k * c).
  { induction k as [|k IH]; intros small; [simpl; lra|]; rewrite S_INR; cbn [sum]; specialize (below k ltac:(lia)).
    specialize (IH ltac:(lia)); assert (- c <= f k <= c) by (revert below; unfold Rabs; destruct (Rcase_abs (f k)); lra); lra. }
  specialize (total B ltac:(lia)); apply Rabs_le; split; apply (Rmult_le_reg_r (INR B)); trivial;
    replace (sum B f / INR B * INR B) with (sum B f) by (field; lra); lra.
Qed.

Theorem thm5_sensitivity_repaired : thm5_sensitivity_repaired_statement.
Proof.
  intros d B alpha Gamma change theta phi seen others reward reward' some small near after apart; unfold thm5_sensitivity_repaired_claim.
  intros (positive & nonneg & _ & _); unfold apart.
  assert (equal : after reward - after reward' = alpha * (sum B (fun t => (reward t - reward' t) * linear d phi (seen t)) / INR B)).
  { unfold after; pose proof (moves d B alpha theta phi seen (fun t => others t - reward t) some) as one.
    pose proof (moves d B alpha theta phi seen (fun t => others t - reward' t) some) as two.
    assert (0 < INR B) by (apply lt_0_INR, some).
    rewrite (sum_ext B _ (fun t => (others t - reward' t) * linear d phi (seen t) - (others t - reward t) * linear d phi (seen t)))
      by (intros; ring).
    rewrite sum_sub; unfold Rdiv in *; lra. }
  rewrite equal, Rabs_mult, (Rabs_pos_eq alpha), Rmult_assoc by lra; apply Rmult_le_compat_l; [lra|].
  apply mean_below; [exact some|]; intros t inside.
  rewrite Rabs_mult, Rmult_comm; apply Rmult_le_compat; [apply Rabs_pos|apply Rabs_pos|apply near, inside|apply small, inside].
Qed.
