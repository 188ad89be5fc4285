(* Lemmas about the steps that data structures take. *)
From Coq Require Import Reals Lra Lia Arith List.
From TheoryChecks Require Import Sums LemmaWords LemmaFormulas.
Import ListNotations.
Open Scope R_scope.

(* A linked list in ascending order, read from its head: a new state is compared until one stands behind it. *)
Fixpoint comparisons (x : nat) (l : list nat) : nat :=
  match l with [] => O | y :: rest => S (if Nat.ltb x y then O else comparisons x rest) end.
Fixpoint insert (x : nat) (l : list nat) : list nat :=
  match l with [] => [x] | y :: rest => if Nat.ltb x y then x :: l else y :: insert x rest end.
(* The list after the first queries, and the comparisons of query number n, counted from 0. *)
Fixpoint after (state : nat -> nat) (n : nat) : list nat :=
  match n with O => [] | S k => insert (state k) (after state k) end.
Definition compared (state : nat -> nat) (n : nat) : nat := comparisons (state n) (after state n).
Definition ascending (state : nat -> nat) (queries : nat) : Prop :=
  forall i j, (i < j < queries)%nat -> (state i < state j)%nat.

Lemma behind_all x l : (forall y, In y l -> (y < x)%nat) -> comparisons x l = length l /\ insert x l = l ++ [x].
Proof.
  induction l as [|y l IH]; intros above; [split; reflexivity|]; simpl.
  pose proof (above y (or_introl eq_refl)); destruct (Nat.ltb_spec x y); [lia|].
  destruct IH as [-> ->]; [intros; apply above; right; assumption|split; reflexivity].
Qed.

Lemma ascending_list state queries : ascending state queries -> forall n, (n <= queries)%nat ->
  length (after state n) = n /\ forall y, In y (after state n) -> exists i, (i < n)%nat /\ y = state i.
Proof.
  intros up; induction n as [|n IH]; intros small; [split; [reflexivity|intros y []]|].
  destruct (IH ltac:(lia)) as [long held]; simpl.
  destruct (behind_all (state n) (after state n)) as [_ ->].
  - intros y inside; destruct (held y inside) as (i & before & ->); apply up; lia.
  - split; [rewrite app_length, long; simpl; lia|]; intros y inside; apply in_app_or in inside; destruct inside as [old|[<-|[]]].
    + destruct (held y old) as (i & before & is); exists i; split; [lia|exact is].
    + exists n; split; [lia|reflexivity].
Qed.

Lemma compared_ascending state queries n : ascending state queries -> (n < queries)%nat -> compared state n = n.
Proof.
  intros up small; destruct (ascending_list state queries up n ltac:(lia)) as [long held]; unfold compared.
  destruct (behind_all (state n) (after state n)) as [-> _]; [|exact long].
  intros y inside; destruct (held y inside) as (i & before & ->); apply up; lia.
Qed.

(* ascending-list-steps *)
Theorem ascending_list_steps queries state : ascending_list_steps_requires queries -> ascending state queries ->
  sum queries (fun n => INR (compared state n)) = ascending_list_steps_value queries.
Proof.
  intros _ up; rewrite (sum_ext queries _ INR) by (intros n small; rewrite (compared_ascending state queries n up small); reflexivity).
  unfold ascending_list_steps_value; simpl choices; clear up; induction queries as [|n IH]; [simpl; field|].
  simpl sum; rewrite IH, S_INR; simpl; field.
Qed.

(* last-list-steps: the checker takes it for one query or more. *)
Theorem last_list_steps queries state : last_list_steps_requires queries -> (1 <= queries)%nat -> ascending state queries ->
  INR (compared state (queries - 1)) = last_list_steps_value queries.
Proof.
  intros _ some up; rewrite (compared_ascending state queries) by (try assumption; lia); rewrite minus_INR by exact some; reflexivity.
Qed.

(* answer-steps: at most one value is returned in a step. *)
Theorem answer_steps queries steps returned : answer_steps_requires queries -> returned 0%nat = 0%nat ->
  (forall t, (returned (S t) <= returned t + 1)%nat) -> returned steps = queries -> answer_steps_gives queries (INR steps).
Proof.
  intros _ first slow <-; apply Rle_ge, le_INR; clear - first slow.
  induction steps as [|t IH]; [lia|]; specialize (slow t); lia.
Qed.

(* triangular-draw-steps: entry j of row n is (k - sum over i < j of L_ni L_ji)/L_jj, which takes j multiplications and a
   division; the mean is a sum of n - 1 products, and so is what the variance loses. *)
Definition row_of_factor (n : nat) : R := sum (n - 1) (fun j => sum j (fun _ => 1) + 1).
Definition mean_and_variance (n : nat) : R := sum (n - 1) (fun _ => 1) + sum (n - 1) (fun _ => 1).

Theorem triangular_draw_steps queries : triangular_draw_steps_requires queries ->
  sum queries (fun i => row_of_factor (S i) + mean_and_variance (S i)) = triangular_draw_steps_value queries.
Proof.
  intros _; apply sum_ext; intros i _; unfold row_of_factor, mean_and_variance.
  replace (S i - 1)%nat with i by lia; rewrite !sum_const, S_INR.
  rewrite (sum_ext i _ (fun j => INR j + 1)) by (intros; rewrite sum_const; ring).
  assert (sums : sum i (fun j => INR j + 1) = INR i * (INR i + 1) / 2); [|rewrite sums; field].
  clear; induction i as [|i IH]; [simpl; field|]; simpl sum; rewrite IH, S_INR; field.
Qed.
