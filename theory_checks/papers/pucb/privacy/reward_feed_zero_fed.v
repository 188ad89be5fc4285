(* Both releases are 0 with the probability 0. All counters change by at most 6 H, in each of K partial sums. *)
From Coq Require Import Reals Lra List.
From TheoryChecks Require Import Feeding Budget.
From pucb Require Import reward_feed_zero_fed_formula reward_feed_zero_fed_statement.
Open Scope R_scope.

Example met : chance_of_0 1 (0 :: nil) 0 /\ chance_of_0 1 (1 :: nil) 0 /\ valid 1 1 1 (stays 0).
Proof. split; [apply fed_is_not_0|split; [apply fed_is_not_0|apply stays_valid; auto]]. Qed.

Theorem reward_feed_zero_fed_verified : reward_feed_zero_fed_statement.
Proof.
  split.
  - intros epsilon scale reward unvisited visited _ _ no yes _; unfold reward_feed_zero_fed_claim.
    rewrite (chance_of_0_unique scale _ _ _ no (fed_is_not_0 scale 0)), (chance_of_0_unique scale _ _ _ yes (fed_is_not_0 scale reward)), (Rmult_0_r (exp epsilon)); lra.
  - intros S A H K epsilon u v visits rewards moves level steps sums one two; apply le_INR in steps, sums; simpl in steps, sums.
    assert (positive : 0 < 3 * INR H * INR K / epsilon) by (apply Rdiv_lt_0_compat; [repeat apply Rmult_lt_0_compat; lra|exact level]).
    apply Rle_trans with (1 := loss_most S A H H K _ u v visits rewards moves positive).
    pose proof (change_most S A H H u v (le_n H) one two).
    replace (2 * epsilon) with (INR K * (6 * INR H) / (3 * INR H * INR K / epsilon)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, positive|]; apply Rmult_le_compat_l; lra.
Qed.
