(* The largest of the first numbers of a sequence, and suprema of differences. *)
From Coq Require Import Reals Lra Lia.
Open Scope R_scope.

Lemma within x c : Rabs x <= c -> - c <= x <= c.
Proof. unfold Rabs; destruct (Rcase_abs x); lra. Qed.

Fixpoint best (m : nat) (f : nat -> R) : R :=
  match m with O => 0 | S O => f O | S k => Rmax (best k f) (f k) end.

Lemma best_next m f : best (S (S m)) f = Rmax (best (S m) f) (f (S m)).
Proof. reflexivity. Qed.

Lemma best_above m f a : (a < m)%nat -> f a <= best m f.
Proof.
  induction m as [|m IH]; intros small; [lia|]; destruct m as [|m].
  - replace a with 0%nat by lia; apply Rle_refl.
  - rewrite best_next; destruct (Nat.eq_dec a (S m)) as [->|]; [apply Rmax_r|].
    apply Rle_trans with (best (S m) f); [apply IH; lia|apply Rmax_l].
Qed.

Lemma best_attained m f : (0 < m)%nat -> exists a, (a < m)%nat /\ best m f = f a.
Proof.
  induction m as [|m IH]; intros some; [lia|]; destruct m as [|m]; [exists 0%nat; split; [lia|reflexivity]|].
  rewrite best_next; unfold Rmax; destruct (Rle_dec (best (S m) f) (f (S m))).
  - exists (S m); split; [lia|reflexivity].
  - destruct (IH ltac:(lia)) as [a [small equal]]; exists a; split; [lia|exact equal].
Qed.

Lemma best_least m f c : (0 < m)%nat -> (forall a, (a < m)%nat -> f a <= c) -> best m f <= c.
Proof. intros some below; destruct (best_attained m f some) as [a [small ->]]; apply below, small. Qed.

Lemma best_monotone m f g : (0 < m)%nat -> (forall a, (a < m)%nat -> f a <= g a) -> best m f <= best m g.
Proof.
  intros some below; apply best_least; [exact some|]; intros a small.
  apply Rle_trans with (g a); [apply below|apply best_above]; exact small.
Qed.

Lemma best_ext m f g : (forall a, (a < m)%nat -> f a = g a) -> best m f = best m g.
Proof.
  intros same; destruct m as [|m]; [reflexivity|].
  apply Rle_antisym; apply best_monotone; try lia; intros a small; rewrite (same a small); apply Rle_refl.
Qed.

Lemma best_shift m f c : (0 < m)%nat -> best m (fun a => f a + c) = best m f + c.
Proof.
  intros some; apply Rle_antisym.
  - apply best_least; [exact some|]; intros a small; pose proof (best_above m f a small); lra.
  - destruct (best_attained m f some) as [a [small ->]]; exact (best_above m (fun b => f b + c) a small).
Qed.

(* Maxima are no further apart than what they are taken of. *)
Lemma best_close m f g c : (0 < m)%nat -> (forall a, (a < m)%nat -> Rabs (f a - g a) <= c) ->
  Rabs (best m f - best m g) <= c.
Proof.
  intros some close; apply Rabs_le; split.
  - destruct (best_attained m g some) as [a [small equal]]; pose proof (best_above m f a small).
    specialize (close a small); apply within in close; lra.
  - destruct (best_attained m f some) as [a [small equal]]; pose proof (best_above m g a small).
    specialize (close a small); apply within in close; lra.
Qed.

Lemma best_limit m (f : nat -> nat -> R) g : (0 < m)%nat ->
  (forall a, (a < m)%nat -> Un_cv (fun k => f k a) (g a)) -> Un_cv (fun k => best m (f k)) (best m g).
Proof.
  destruct m as [|m]; [lia|]; intros _; induction m as [|m IH]; intros limits; [apply limits; lia|].
  assert (half : forall x y, Rmax x y = / 2 * (x + y + Rabs (x - y)))
    by (intros x y; unfold Rmax, Rabs; destruct (Rle_dec x y), (Rcase_abs (x - y)); lra).
  rewrite best_next, half.
  assert (known : Un_cv (fun k => best (S m) (f k)) (best (S m) g)) by (apply IH; intros; apply limits; lia).
  assert (last : Un_cv (fun k => f k (S m)) (g (S m))) by (apply limits; lia).
  assert (whole : Un_cv (fun k => / 2 * (best (S m) (f k) + f k (S m) + Rabs (best (S m) (f k) - f k (S m))))
    (/ 2 * (best (S m) g + g (S m) + Rabs (best (S m) g - g (S m))))).
  { apply (CV_mult (fun _ => / 2)); [intros e positive; exists 0%nat; intros; rewrite R_dist_eq; exact positive|].
    apply CV_plus; [apply CV_plus; assumption|].
    apply (cv_cvabs (fun k => best (S m) (f k) - f k (S m))), CV_minus; assumption. }
  intros e positive; destruct (whole e positive) as [N close]; exists N; intros k far.
  rewrite best_next, half; apply close, far.
Qed.
