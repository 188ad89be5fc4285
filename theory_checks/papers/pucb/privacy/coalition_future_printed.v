(* Each later member is told more by bits in which the streams agree. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Coalition.
From pucb Require Import coalition_future_printed_statement.
Open Scope R_scope.

Definition all (u : nat -> R) (k : nat) (y : R) (i : nat) : R := told u (y - sum (S k) u) i.

Theorem coalition_future_printed_verified : coalition_future_printed_statement.
Proof.
  intros event chance t k member u w moves extends (inside & least & later) same.
  assert (after : forall i, member i -> (t < i)%nat) by (intros i member_i; specialize (least i member_i); lia).
  assert (first : forall xi i, all u k (told u xi k) i = told u xi i) by (intros; unfold all, told; ring).
  assert (second : forall xi i, member i -> all u k (told w xi k) i = told w xi i).
  { intros xi i member_i; unfold all, told.
    pose proof (sum_apart (S i) t u w same ltac:(specialize (after i member_i); lia)).
    pose proof (sum_apart (S k) t u w same ltac:(lia)); lra. }
  assert (own : forall i, member i -> u i = w i) by (intros i member_i; apply same; specialize (after i member_i); lia).
  split.
  - exists (all u k); intros xi i member_i; rewrite first, second by exact member_i; auto.
  - intros c one E view possible; specialize (one (fun y => E (all u k y) u)).
    assert (goes : event (fun y => E (all u k y) u)) by exact (moves _ (- sum (S k) u) possible).
    specialize (one goes).
    rewrite (extends (fun xi => E (told u xi) u) (fun xi => E (all u k (told u xi k)) u)),
      (extends (fun xi => E (told w xi) w) (fun xi => E (all u k (told w xi k)) u)); [exact one| |].
    + intros xi; apply view; intros i member_i; rewrite second by exact member_i; split; [reflexivity|symmetry; apply own, member_i].
    + intros xi; apply view; intros i member_i; rewrite first; split; reflexivity.
Qed.

(* Such events and chances are met; and with a member before t there is no such function. *)
Example met : shifted (fun _ => True) /\ alike (fun _ => 1) /\ first_after 1 (fun i => (1 < i)%nat) 2 /\ differ_at 1 (unit 1) (fun _ => 0).
Proof.
  repeat split; try lia; intros; trivial.
  intros i other; unfold unit; destruct (Nat.eqb_spec i 1); [contradiction|reflexivity].
Qed.

Example not_with_a_member_before : ~ exists all : R -> nat -> R, forall xi i, i = 0%nat \/ i = 2%nat ->
  told (unit 1) xi i = all (told (unit 1) xi 0) i /\ told (fun _ => 0) xi i = all (told (fun _ => 0) xi 0) i.
Proof.
  intros [all same]; destruct (same 0 2%nat (or_intror eq_refl)) as [one other]; unfold told, unit in *; simpl in *; lra.
Qed.
