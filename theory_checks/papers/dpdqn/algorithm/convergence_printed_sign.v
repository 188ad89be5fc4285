(* What is left of the equation grows with every update, and so does the step. *)
From Coq Require Import Reals Lra Lia.
From dpdqn Require Import convergence_printed_sign_formula convergence_printed_sign_statement.
Open Scope R_scope.

Theorem convergence_printed_sign_refuted : ~ convergence_printed_sign_statement.
Proof.
  intros (alpha & gamma & (size & most & low & high) & either); assert (growth : 0 < alpha * (1 - gamma)) by nra.
  destruct either as [claim | (r & g & limit & Q & step & away & limits)]; [unfold convergence_printed_sign_claim in claim; lra|].
  set (left k := Q k + g - (r + gamma * (Q k + g))).
  assert (grows : forall k, Rabs (left 0%nat) <= Rabs (left k)).
  { induction k as [|k IH]; [apply Rle_refl|]; apply Rle_trans with (1 := IH).
    replace (left (S k)) with ((1 + alpha * (1 - gamma)) * left k) by (unfold left; rewrite step; ring).
    rewrite Rabs_mult, (Rabs_pos_eq (1 + _)) by lra; pose proof (Rabs_pos (left k)); nra. }
  assert (some : 0 < Rabs (left 0%nat)) by (apply Rabs_pos_lt; unfold left; lra).
  destruct (limits (alpha * Rabs (left 0%nat) / 2)) as [N close]; [assert (0 < alpha * Rabs (left 0%nat)) by nra; lra|].
  pose proof (close N ltac:(lia)) as one; pose proof (close (S N) ltac:(lia)) as next; unfold R_dist in *.
  assert (moved : Rabs (alpha * left N) < alpha * Rabs (left 0%nat)).
  { replace (alpha * left N) with (Q (S N) - limit - (Q N - limit)) by (unfold left; rewrite step; ring).
    unfold Rminus at 1; eapply Rle_lt_trans; [apply Rabs_triang|]; rewrite Rabs_Ropp; lra. }
  rewrite Rabs_mult, (Rabs_pos_eq alpha) in moved by lra; specialize (grows N); nra.
Qed.
