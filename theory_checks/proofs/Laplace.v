(* Laplace noise on one number: the log ratio of the densities around v and around w. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors.
Open Scope R_scope.

Definition density (scale v y : R) : R := exp (- (Rabs (y - v) / scale)) / (2 * scale).
Definition log_ratio (scale v w y : R) : R := ln (density scale v y / density scale w y).

Lemma log_ratio_equal scale v w y : 0 < scale -> log_ratio scale v w y = (Rabs (y - w) - Rabs (y - v)) / scale.
Proof.
  intros positive; unfold log_ratio, density.
  replace (exp (- (Rabs (y - v) / scale)) / (2 * scale) / (exp (- (Rabs (y - w) / scale)) / (2 * scale)))
    with (exp (- (Rabs (y - v) / scale)) * / exp (- (Rabs (y - w) / scale))).
  - rewrite <- exp_Ropp, <- exp_plus, ln_exp; field; lra.
  - pose proof (exp_pos (- (Rabs (y - w) / scale))); field; lra.
Qed.

Lemma log_ratio_most scale v w y : 0 < scale -> log_ratio scale v w y <= Rabs (v - w) / scale.
Proof.
  intros positive; rewrite log_ratio_equal by exact positive.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact positive|].
  pose proof (Rabs_triang (y - v) (v - w)) as bound.
  replace (y - v + (v - w)) with (y - w) in bound by ring; lra.
Qed.

Lemma log_ratio_at_centre scale v w : 0 < scale -> log_ratio scale v w v = Rabs (v - w) / scale.
Proof.
  intros positive; rewrite log_ratio_equal by exact positive.
  replace (v - v) with 0 by ring; rewrite Rabs_R0; f_equal; ring.
Qed.

(* The loss towards user t', who sees the sum of the first t' bits plus noise; the streams differ in the bit of user t. *)
Definition largest_loss (scale : R) (t t' : nat) (u w : nat -> R) (loss : R) : Prop :=
  let seen := fun bits => sum t' bits in
  (t < t')%nat /\ u t = 1 /\ w t = 0 /\ (forall i, i <> t -> u i = w i) /\
  (forall y, log_ratio scale (seen u) (seen w) y <= loss) /\ exists y, log_ratio scale (seen u) (seen w) y = loss.

Lemma shifted t t' u w : (t < t')%nat -> u t = 1 -> w t = 0 -> (forall i, i <> t -> u i = w i) -> sum t' u - sum t' w = 1.
Proof.
  intros later one zero same; rewrite <- sum_sub, <- (sum_unit t' t (fun _ => 1) later); apply sum_ext; intros i _.
  unfold unit; destruct (Nat.eqb_spec i t) as [-> | other]; [rewrite one, zero; ring|rewrite (same i other); ring].
Qed.

Theorem largest_loss_is scale t t' u w loss : 0 < scale -> largest_loss scale t t' u w loss -> loss = 1 / scale.
Proof.
  intros positive (later & one & zero & same & most & y & attained).
  pose proof (shifted t t' u w later one zero same) as shift; apply Rle_antisym.
  - rewrite <- attained; apply Rle_trans with (1 := log_ratio_most _ _ _ _ positive); rewrite shift, Rabs_R1; lra.
  - rewrite <- Rabs_R1, <- shift, <- log_ratio_at_centre by exact positive; apply most.
Qed.

(* Streams of one bit have it. *)
Example met : largest_loss 1 0 1 (unit 0) (fun _ => 0) 1.
Proof.
  assert (shift : Rabs (sum 1 (unit 0) - sum 1 (fun _ => 0)) / 1 = 1) by (unfold unit; simpl; rewrite Rabs_pos_eq; lra).
  unfold largest_loss; repeat split; [lia| | |].
  - intros i other; unfold unit; destruct (Nat.eqb_spec i 0); [contradiction|reflexivity].
  - intros y; apply Rle_trans with (1 := log_ratio_most _ _ _ _ Rlt_0_1); lra.
  - exists (sum 1 (unit 0)); rewrite log_ratio_at_centre by lra; exact shift.
Qed.
