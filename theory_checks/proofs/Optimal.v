(* Optimal values of finite MDPs: solutions of Bellman's optimality equation, which no policy exceeds and one attains. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp.
Open Scope R_scope.

Definition backup (n : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R) (a s : nat) : R :=
  r a s + gamma * sum n (fun t => P a s t * v t).

Definition optimal_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R) : Prop :=
  forall s, (s < n)%nat ->
    (forall a, (a < m)%nat -> backup n gamma P r v a s <= v s) /\
    (exists a, (a < m)%nat /\ v s = backup n gamma P r v a s).

Definition chooses (n m : nat) (policy : nat -> nat -> R) : Prop :=
  forall s, (s < n)%nat -> (forall a, (a < m)%nat -> 0 <= policy a s) /\ sum m (fun a => policy a s) = 1.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  intros below; assert (0 <= sum n (fun i => g i - f i)); [|rewrite sum_sub in *; lra].
  apply sum_nonneg; intros i small; specialize (below i small); lra.
Qed.

(* Some state has the largest number. *)
Lemma largest n f : (0 < n)%nat -> exists i, (i < n)%nat /\ forall j, (j < n)%nat -> f j <= f i.
Proof.
  induction n as [|n IH]; [lia|]; intros _; destruct n as [|n].
  - exists 0%nat; split; [lia|]; intros j below; replace j with 0%nat by lia; apply Rle_refl.
  - destruct (IH ltac:(lia)) as [i [small most]]; destruct (Rle_dec (f i) (f (S n))) as [less|more].
    + exists (S n); split; [lia|]; intros j below; destruct (Nat.eq_dec j (S n)) as [->|]; [apply Rle_refl|].
      apply Rle_trans with (f i); [apply most; lia|exact less].
    + exists i; split; [lia|]; intros j below; destruct (Nat.eq_dec j (S n)) as [->|]; [lra|apply most; lia].
Qed.

Section Policies.
Variables (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R).
Hypotheses (discount : 0 <= gamma < 1) (rows : stochastic n m P) (optimal : optimal_value n m gamma P r v).

Theorem no_policy_is_better policy w : chooses n m policy -> policy_value n m gamma P r policy w ->
  forall s, (s < n)%nat -> w s <= v s.
Proof.
  intros law value s state; destruct (largest n (fun t => w t - v t) ltac:(lia)) as [top [inside most]].
  assert (gap : w top - v top <= gamma * (w top - v top)).
  { assert (below : sum m (fun a => policy a top * (r a top + gamma * sum n (fun t => P a top t * w t)))
        <= sum m (fun a => policy a top * (v top + gamma * (w top - v top)))).
    { apply sum_le; intros a action; destruct (law top inside) as [positive _].
      apply Rmult_le_compat_l; [apply positive; exact action|].
      destruct (optimal top inside) as [best _]; specialize (best a action); unfold backup in best.
      destruct (rows a top action inside) as [nonneg one].
      assert (sum n (fun t => P a top t * (w t - v t)) <= w top - v top).
      { rewrite <- (Rmult_1_r (w top - v top)), <- one, <- sum_scale; apply sum_le; intros t small.
        rewrite (Rmult_comm (w top - v top)); apply Rmult_le_compat_l; [apply nonneg; exact small|apply most; exact small]. }
      rewrite (sum_ext n (fun t => P a top t * (w t - v t)) (fun t => P a top t * w t - P a top t * v t)) in *
        by (intros; ring).
      rewrite sum_sub in *.
      assert (gamma * (sum n (fun t => P a top t * w t) - sum n (fun t => P a top t * v t)) <= gamma * (w top - v top))
        by (apply Rmult_le_compat_l; lra); lra. }
    rewrite <- (value top inside) in below.
    rewrite (sum_ext m _ (fun a => (v top + gamma * (w top - v top)) * policy a top)), sum_scale in below
      by (intros; ring).
    destruct (law top inside) as [_ one]; rewrite one in below; lra. }
  specialize (most s state); simpl in most.
  assert ((1 - gamma) * (w top - v top) <= 0) by lra.
  assert (w top - v top <= 0); [|lra].
  apply (Rmult_le_reg_l (1 - gamma)); lra.
Qed.
End Policies.

(* Two solutions of Bellman's optimality equation are the same. *)
Theorem optimal_value_unique n m gamma P r v w : 0 <= gamma < 1 -> stochastic n m P ->
  optimal_value n m gamma P r v -> optimal_value n m gamma P r w -> forall s, (s < n)%nat -> v s = w s.
Proof.
  assert (half : forall v w, 0 <= gamma < 1 -> stochastic n m P -> optimal_value n m gamma P r v ->
    optimal_value n m gamma P r w -> forall s, (s < n)%nat -> w s <= v s).
  { clear v w; intros v w discount rows one other s state.
    destruct (largest n (fun t => w t - v t) ltac:(lia)) as [top [inside most]]; simpl in most.
    destruct (other top inside) as [_ [a [action equal]]]; destruct (one top inside) as [best _].
    specialize (best a action); unfold backup in *; destruct (rows a top action inside) as [nonneg unit].
    assert (sum n (fun t => P a top t * w t) - sum n (fun t => P a top t * v t) <= w top - v top).
    { rewrite <- sum_sub, <- (Rmult_1_r (w top - v top)), <- unit, <- sum_scale; apply sum_le; intros t small.
      replace (P a top t * w t - P a top t * v t) with (P a top t * (w t - v t)) by ring.
      rewrite (Rmult_comm (w top - v top)); apply Rmult_le_compat_l; [apply nonneg|apply most]; exact small. }
    assert (gamma * (sum n (fun t => P a top t * w t) - sum n (fun t => P a top t * v t)) <= gamma * (w top - v top))
      by (apply Rmult_le_compat_l; lra).
    specialize (most s state); assert (w top - v top <= 0); [|lra].
    apply (Rmult_le_reg_l (1 - gamma)); lra. }
  intros discount rows one other s state; apply Rle_antisym; apply half; assumption.
Qed.
