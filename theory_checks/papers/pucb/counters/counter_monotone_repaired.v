(* Counts do not fall, so each release so far is at most the count and the largest error. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums.
From pucb Require Import counter_monotone_repaired_statement.
Open Scope R_scope.

Theorem counter_monotone_repaired : counter_monotone_repaired_statement.
Proof.
  intros item release nonneg count largest_error t.
  split; [apply Rmax_l|]; apply Rabs_le.
  assert (low : - largest_error t <= running 0 release t - count t).
  { destruct t as [|t]; [unfold largest_error, count; simpl; lra|].
    assert (release (S t) <= running 0 release (S t)) by apply Rmax_r.
    assert (Rabs (release (S t) - count (S t)) <= largest_error (S t)) by apply Rmax_r.
    pose proof (Rle_abs (- (release (S t) - count (S t)))) as below; rewrite Rabs_Ropp in below; lra. }
  split; [exact low|]; clear low; induction t as [|t IH]; [unfold largest_error, count; simpl; lra|].
  assert (count t <= count (S t)) by (unfold count; simpl; specialize (nonneg t); lra).
  assert (largest_error t <= largest_error (S t)) by apply Rmax_l.
  assert (Rabs (release (S t) - count (S t)) <= largest_error (S t)) by apply Rmax_r.
  pose proof (Rle_abs (release (S t) - count (S t))).
  assert (running 0 release (S t) <= count (S t) + largest_error (S t)); [|lra].
  change (Rmax (running 0 release t) (release (S t)) <= count (S t) + largest_error (S t)); apply Rmax_lub; lra.
Qed.
