(* Squares of df - beta f before x and of df + beta f after it are not negative; exp(-beta x) attains the bound at 0. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_embedding_repaired_formula lemma6_embedding_repaired_statement.
Open Scope R_scope.

Theorem lemma6_embedding_repaired : lemma6_embedding_repaired_statement.
Proof.
  intros beta positive; split.
  - intros x f df derived inside _; exact (value_below beta f df positive derived x inside).
  - exists 0, (decay beta), (decay_slope beta); rewrite decay_square by exact positive.
    split; [apply decay_smooth|]; assert (one : decay beta 0 = 1) by (unfold decay; rewrite Rmult_0_r, Ropp_0; apply exp_0).
    rewrite one; repeat split; lra.
Qed.
