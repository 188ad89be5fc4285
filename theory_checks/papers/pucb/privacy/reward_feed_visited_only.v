(* Certain without a visit, and impossible with one. *)
From Coq Require Import Reals Lra List.
From TheoryChecks Require Import Feeding.
From pucb Require Import reward_feed_visited_only_formula reward_feed_visited_only_statement.
Open Scope R_scope.

Theorem reward_feed_visited_only_refuted : ~ reward_feed_visited_only_statement.
Proof.
  intros all; specialize (all 1 1 0 1 0 Rlt_0_1 ltac:(lra) (unfed_is_0 1 Rlt_0_1) (fed_is_not_0 1 0)).
  unfold reward_feed_visited_only_domain, reward_feed_visited_only_claim in all; specialize (all ltac:(lra)); lra.
Qed.
