(* A linked list that is kept in ascending order and read from its head: how many stored states a new one is compared with. *)
From Coq Require Import Reals ZArith Lra Lia List FinFun Arith.
Import ListNotations.
Open Scope R_scope.

Fixpoint compared (x : R) (stored : list R) : nat :=
  match stored with [] => O | y :: rest => if Rle_dec x y then 1%nat else S (compared x rest) end.

Fixpoint insert (x : R) (stored : list R) : list R :=
  match stored with [] => [x] | y :: rest => if Rle_dec x y then x :: y :: rest else y :: insert x rest end.

(* All queries one after the other, and the last of them alone. *)
Fixpoint all_steps (queries stored : list R) : nat :=
  match queries with [] => O | x :: rest => (compared x stored + all_steps rest (insert x stored))%nat end.
Definition stored_after (queries : list R) : list R := fold_left (fun stored x => insert x stored) queries [].

Lemma compared_with_all x l : (forall y, In y l -> y < x) -> compared x l = length l.
Proof.
  induction l as [|y l IH]; intros above; [reflexivity|]; cbn [compared length]; destruct (Rle_dec x y) as [no|].
  - specialize (above y (or_introl eq_refl)); lra.
  - f_equal; apply IH; intros z inside; apply above; right; exact inside.
Qed.

Lemma inserted_last x l : (forall y, In y l -> y < x) -> insert x l = l ++ [x].
Proof.
  induction l as [|y l IH]; intros above; [reflexivity|]; cbn [insert app]; destruct (Rle_dec x y) as [no|].
  - specialize (above y (or_introl eq_refl)); lra.
  - f_equal; apply IH; intros z inside; apply above; right; exact inside.
Qed.

Section Ascending.
Variable (f : nat -> R).
Hypothesis (ascending : forall i j, (i < j)%nat -> f i < f j).
Definition states (a k : nat) : list R := map f (seq a k).

Lemma states_length a k : length (states a k) = k.
Proof. unfold states; rewrite map_length; apply seq_length. Qed.

Lemma states_distinct a k : NoDup (states a k).
Proof.
  apply Injective_map_NoDup; [|apply seq_NoDup]; intros i j same.
  destruct (lt_eq_lt_dec i j) as [[less|equal]|more]; [specialize (ascending i j less); lra|exact equal|specialize (ascending j i more); lra].
Qed.

Lemma before a y : In y (states 0 a) -> y < f a.
Proof. unfold states; rewrite in_map_iff; intros (i & <- & inside); apply in_seq in inside; apply ascending; lia. Qed.

Lemma next_stored a : insert (f a) (states 0 a) = states 0 (S a).
Proof. rewrite inserted_last by apply before; unfold states; rewrite seq_S, map_app; reflexivity. Qed.

(* The number n + 1 is compared with n. *)
Theorem steps_when_ascending k : forall a, (2 * all_steps (states a k) (states 0 a) = k * (2 * a + k) - k)%nat.
Proof.
  induction k as [|k IH]; intros a; [reflexivity|]; unfold states at 1; cbn [seq map all_steps]; fold (states (S a) k).
  rewrite next_stored, Nat.mul_add_distr_l, IH, compared_with_all by apply before; unfold states; rewrite map_length, seq_length; nia.
Qed.

Lemma all_stored k : forall a, fold_left (fun stored x => insert x stored) (states a k) (states 0 a) = states 0 (a + k).
Proof.
  induction k as [|k IH]; intros a; [rewrite Nat.add_0_r; reflexivity|]; unfold states at 1; cbn [seq map fold_left].
  rewrite next_stored; fold (states (S a) k); rewrite IH; f_equal; lia.
Qed.
End Ascending.

Lemma unbounded x : exists k : nat, x < INR k.
Proof.
  destruct (archimed x) as [above _]; destruct (Z_le_gt_dec 0 (up x)) as [positive|negative].
  - exists (Z.to_nat (up x)); rewrite INR_IZR_INZ, Z2Nat.id by exact positive; lra.
  - exists O; simpl; assert (IZR (up x) < 0) by (apply IZR_lt; lia); lra.
Qed.

(* Squares outgrow every multiple of their logarithms. *)
Lemma outgrown C : 0 < C -> exists k : nat, (2 <= k)%nat /\ C * ln (INR (k * k)) < (INR (k * k) - 1) / 2.
Proof.
  intros positive; destruct (unbounded (4 * C + 2)) as [k large]; exists k.
  assert (2 <= INR k) by lra; split; [apply INR_le; simpl; lra|]; rewrite mult_INR, ln_mult by lra.
  assert (ln (INR k) <= INR k - 1) by (pose proof (exp_ineq1_le (ln (INR k))) as bound; rewrite exp_ln in bound by lra; lra).
  assert (C * (ln (INR k) + ln (INR k)) <= 2 * C * (INR k - 1)) by nra; nra.
Qed.

Definition spread (N i : nat) : R := INR i / INR N.

Lemma spread_ascending N : (0 < N)%nat -> forall i j, (i < j)%nat -> spread N i < spread N j.
Proof.
  intros some i j up; unfold spread; apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, lt_0_INR, some|apply lt_INR, up].
Qed.

Lemma spread_inside N i : (i < N)%nat -> 0 <= spread N i <= 1.
Proof.
  intros small; pose proof (lt_0_INR N ltac:(lia)); unfold spread; split.
  - apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat; assumption].
  - apply (Rmult_le_reg_r (INR N)); [assumption|]; replace (INR i / INR N * INR N) with (INR i) by (field; lra).
    rewrite Rmult_1_l; apply le_INR; lia.
Qed.
