(* The move is the mean of the temporal differences times products of features. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums.
From dpdqn Require Import thm5_one_step_repaired_formula thm5_one_step_repaired_statement.
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

Theorem thm5_one_step_repaired : thm5_one_step_repaired_statement.
Proof.
  intros d B alpha Gamma largest_difference theta phi seen D some small near moved; unfold thm5_one_step_repaired_claim.
  intros (positive & nonneg); unfold moved; rewrite (moves d B alpha theta phi seen D some), Rabs_Ropp, Rabs_mult, (Rabs_pos_eq alpha) by lra.
  rewrite Rmult_assoc; apply Rmult_le_compat_l; [lra|]; apply mean_below; [exact some|]; intros t inside.
  rewrite Rabs_mult, Rmult_comm; apply Rmult_le_compat; [apply Rabs_pos|apply Rabs_pos|apply near, inside|apply small, inside].
Qed.
