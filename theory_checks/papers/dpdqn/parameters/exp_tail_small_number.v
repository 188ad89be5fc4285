(* Four numbers, enclosed. *)
From Coq Require Import Reals ZArith Lra Lia.
From Interval Require Import Tactic.
From TheoryChecks Require Import Decide.
From dpdqn Require Import exp_tail_small_number_statement.
Open Scope R_scope.

Theorem exp_tail_small_number_verified : exp_tail_small_number_statement.
Proof.
  unfold exp_tail_small_number_statement, exp_tail_small_number_domain, exp_tail_small_number_claim.
  intros B G J alpha beta i j k sigma term v
    (-> & _ & -> & -> & -> & low & high & bottom & top & -> & -> & _ & -> & _ & -> & ->).
  apply le_IZR in low, high, bottom, top.
  assert (one : (i = 0 \/ i = 1)%Z) by lia; assert (other : (j = 0 \/ j = 1)%Z) by lia.
  destruct one as [-> | ->], other as [-> | ->]; decided.
Qed.
