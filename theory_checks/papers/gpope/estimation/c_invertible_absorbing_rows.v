(* Every state is visited: the last one is entered in the first step, from the state before. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Optimal Existence Features.
From gpope Require Import c_invertible_absorbing_rows_statement.
Open Scope R_scope.

Lemma walk_nonneg n s t : 0 <= walk n s t.
Proof. unfold walk, unit; destruct (Nat.eqb s n), (Nat.eqb t s), (Nat.eqb t (S s)); lra. Qed.

Lemma walk_rows n s : (s <= n)%nat -> sum (S n) (walk n s) = 1.
Proof.
  intros inside; destruct (Nat.eq_dec s n) as [->|before].
  - rewrite (sum_ext (S n) _ (fun t => 1 * unit n t)); [apply (sum_unit (S n) n (fun _ => 1)); lia|].
    intros t _; unfold walk; rewrite Nat.eqb_refl; ring.
  - rewrite (sum_ext (S n) _ (fun t => / 2 * unit s t + / 2 * unit (S s) t)).
    + rewrite sum_add, (sum_unit (S n) s (fun _ => / 2)), (sum_unit (S n) (S s) (fun _ => / 2)) by lia; field.
    + intros t _; unfold walk, unit; replace (Nat.eqb s n) with false by (symmetry; apply Nat.eqb_neq; lia).
      destruct (Nat.eqb_spec t s) as [->|]; [|destruct (Nat.eqb t (S s)); ring].
      replace (Nat.eqb s (S s)) with false by (symmetry; apply Nat.eqb_neq; lia); ring.
Qed.

Lemma at_time_nonneg n t s : (1 <= n)%nat -> 0 <= at_time n t s.
Proof.
  intros some; revert s; induction t as [|t IH]; intros s.
  - simpl; destruct (Nat.ltb s n); [left; apply Rinv_0_lt_compat, lt_0_INR; lia|lra].
  - change (0 <= sum (S n) (fun u => at_time n t u * walk n u s)); apply sum_nonneg; intros u _; apply Rmult_le_pos; [apply IH|apply walk_nonneg].
Qed.

Lemma share_pos n T s : (1 <= n)%nat -> (2 <= T)%nat -> (s <= n)%nat -> 0 < share n T s.
Proof.
  intros some long inside; apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat, lt_0_INR; lia|].
  assert (uniform : forall u, (u < n)%nat -> 0 < at_time n 0 u).
  { intros u small; simpl; replace (Nat.ltb u n) with true by (symmetry; apply Nat.ltb_lt, small); apply Rinv_0_lt_compat, lt_0_INR; lia. }
  assert (visited : exists t, (t < T)%nat /\ 0 < at_time n t s).
  { destruct (Nat.eq_dec s n) as [->|before]; [exists 1%nat|exists 0%nat; split; [lia|apply uniform; lia]]; split; [lia|].
    apply Rlt_le_trans with (at_time n 0 (n - 1) * walk n (n - 1) n).
    - apply Rmult_lt_0_compat; [apply uniform; lia|]; unfold walk.
      replace (Nat.eqb (n - 1) n) with false by (symmetry; apply Nat.eqb_neq; lia).
      replace (Nat.eqb n (n - 1)) with false by (symmetry; apply Nat.eqb_neq; lia).
      replace (Nat.eqb n (S (n - 1))) with true by (symmetry; apply Nat.eqb_eq; lia); lra.
    - change (at_time n 1 n) with (sum (S n) (fun u => at_time n 0 u * walk n u n)).
      apply (sum_member (S n) (fun u => at_time n 0 u * walk n u n) (n - 1)); [|lia]; intros u _.
      apply Rmult_le_pos; [apply at_time_nonneg; lia|apply walk_nonneg]. }
  destruct visited as (t & early & positive); apply Rlt_le_trans with (1 := positive).
  apply (sum_member T (fun t => at_time n t s) t); [intros; apply at_time_nonneg; lia|exact early].
Qed.

Theorem c_invertible_absorbing_rows_verified : c_invertible_absorbing_rows_statement.
Proof.
  intros n T gamma some long discount k C0 A0.
  assert (visited : forall s, (s < k)%nat -> 0 < share n T s) by (intros; apply share_pos; unfold k in *; lia).
  assert (weights : forall s, (s < k)%nat -> 0 <= share n T s) by (intros; left; apply visited; assumption).
  assert (rows : forall s, (s < k)%nat -> (forall t, (t < k)%nat -> 0 <= walk n s t) /\ sum k (walk n s) = 1).
  { intros s inside; split; [intros; apply walk_nonneg|apply walk_rows; unfold k in *; lia]. }
  split; [apply (C_one_to_one k k (share n T)); trivial|]; intros K undo x zero.
  apply (second_inverse k k (share n T) (table k) weights K A0 undo) in zero.
  exact (A_one_to_one k k (share n T) (walk n) gamma (le_n k) discount visited rows x zero).
Qed.
