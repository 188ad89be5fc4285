(* A counter with one noise, and what a set of users after user t is told of that user. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Laplace.
Open Scope R_scope.

(* User i is told the sum of the bits up to its own, and the noise xi. *)
Definition told (u : nat -> R) (xi : R) (i : nat) : R := sum (S i) u + xi.

Definition differ_at (t : nat) (u w : nat -> R) : Prop := forall i, i <> t -> u i = w i.

(* The first of the members, who all come after t. *)
Definition first_after (t : nat) (member : nat -> Prop) (k : nat) : Prop :=
  member k /\ (forall i, member i -> (k <= i)%nat) /\ (t < k)%nat.

(* The log density ratio of all that the members are told: it is that of the noises with which both streams give the same,
   as their views run through the same line with the same speed. *)
Definition coalition_loss (scale : R) (t : nat) (member : nat -> Prop) (u w : nat -> R) (loss : R) : Prop :=
  let same_view := fun xi xi' => forall i, member i -> told u xi i = told w xi' i in
  let ratio := fun xi xi' => ln (density scale 0 xi / density scale 0 xi') in
  differ_at t u w /\ u t = 1 /\ w t = 0 /\
  (forall xi, exists xi', same_view xi xi') /\
  (forall xi xi', same_view xi xi' -> ratio xi xi' <= loss) /\ exists xi xi', same_view xi xi' /\ ratio xi xi' = loss.

Lemma sum_apart n t u w : differ_at t u w -> (t < n)%nat -> sum n u - sum n w = u t - w t.
Proof.
  intros same later; rewrite <- sum_sub, <- (sum_unit n t (fun _ => u t - w t) later); apply sum_ext; intros i _.
  unfold unit; destruct (Nat.eqb_spec i t) as [-> | other]; [ring|rewrite (same i other); ring].
Qed.

(* Whoever comes after t is told the same of both streams, if the noises differ by the bits of t. *)
Lemma told_alike t u w xi i : differ_at t u w -> (t < i)%nat -> told u xi i = told w (xi + (u t - w t)) i.
Proof. intros same later; unfold told; pose proof (sum_apart (S i) t u w same ltac:(lia)); lra. Qed.

Lemma noise_ratio scale xi c : 0 < scale -> ln (density scale 0 xi / density scale 0 (xi + c)) = (Rabs (xi + c) - Rabs xi) / scale.
Proof.
  intros positive; transitivity (log_ratio scale 0 (- c) xi).
  - unfold log_ratio, density; replace (xi + c - 0) with (xi - - c) by ring; reflexivity.
  - rewrite log_ratio_equal by exact positive; replace (xi - - c) with (xi + c) by ring; rewrite Rminus_0_r; reflexivity.
Qed.

Theorem coalition_loss_is scale t member k u w loss : 0 < scale -> first_after t member k ->
  coalition_loss scale t member u w loss -> loss = 1 / scale.
Proof.
  intros positive (inside & least & later) (same & one & zero & _ & most & xi & xi' & view & attained).
  assert (apart : forall x y, (forall i, member i -> told u x i = told w y i) -> y = x + 1).
  { intros x y equal; specialize (equal k inside); rewrite (told_alike t u w x k same later), one, zero in equal.
    unfold told in equal; lra. }
  apply Rle_antisym.
  - rewrite <- attained, (apart _ _ view), noise_ratio by exact positive.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact positive|].
    pose proof (Rabs_triang xi 1) as bound; rewrite Rabs_R1 in bound; lra.
  - replace (1 / scale) with (ln (density scale 0 0 / density scale 0 (0 + 1))).
    + apply most; intros i member_i; rewrite (told_alike t u w 0 i same), one, zero; [f_equal; ring|].
      specialize (least i member_i); lia.
    + rewrite noise_ratio by exact positive; rewrite Rplus_0_l, Rabs_R1, Rabs_R0; f_equal; ring.
Qed.

(* There is such a loss, whoever the members are. *)
Theorem coalition_loss_exists scale t member k u w : 0 < scale -> first_after t member k -> differ_at t u w -> u t = 1 -> w t = 0 ->
  coalition_loss scale t member u w (1 / scale).
Proof.
  intros positive (inside & least & later) same one zero.
  assert (after : forall i, member i -> (t < i)%nat) by (intros i member_i; specialize (least i member_i); lia).
  assert (alike : forall xi i, member i -> told u xi i = told w (xi + 1) i).
  { intros xi i member_i; rewrite (told_alike t u w xi i same (after i member_i)), one, zero; f_equal; ring. }
  repeat split; try assumption.
  - intros xi; exists (xi + 1); apply alike.
  - intros xi xi' view; assert (apart : xi' = xi + 1).
    { specialize (view k inside); rewrite alike in view by exact inside; unfold told in view; lra. }
    rewrite apart, noise_ratio by exact positive.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact positive|].
    pose proof (Rabs_triang xi 1) as bound; rewrite Rabs_R1 in bound; lra.
  - exists 0, (0 + 1); split; [apply alike|].
    rewrite noise_ratio by exact positive; rewrite Rplus_0_l, Rabs_R1, Rabs_R0; f_equal; ring.
Qed.
