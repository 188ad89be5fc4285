(* At one step each kind of counter changes by at most 2; two users who are never in the same state, with rewards 1, attain it. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Budget.
From pucb Require Import total_change_statement.
Open Scope R_scope.

(* Where two users are in different states, each term is the sum of theirs. *)
Lemma apart_visit s a c : Rabs (visit (stays 0) 0 s a * c - visit (stays 1) 0 s a * c) =
  visit (stays 0) 0 s a * Rabs c + visit (stays 1) 0 s a * Rabs c.
Proof.
  unfold visit, unit; simpl; destruct s as [|[|s]]; simpl; destruct (Nat.eqb a 0);
    rewrite ?Rmult_0_l, ?Rmult_0_r, ?Rmult_1_l, ?Rmult_0_l, ?Rminus_0_r, ?Rminus_0_l, ?Rabs_Ropp, ?Rabs_R0; ring.
Qed.

Lemma both S A c : (2 <= S)%nat -> (1 <= A)%nat ->
  sum S (fun s => sum A (fun a => Rabs (visit (stays 0) 0 s a * c - visit (stays 1) 0 s a * c))) = 2 * Rabs c.
Proof.
  intros two some.
  transitivity (sum S (fun s => sum A (fun a => visit (stays 0) 0 s a * Rabs c))
    + sum S (fun s => sum A (fun a => visit (stays 1) 0 s a * Rabs c))).
  - rewrite <- sum_add; apply sum_ext; intros s _; rewrite <- sum_add; apply sum_ext; intros a _; apply apart_visit.
  - rewrite !one_visit by (simpl; lia); ring.
Qed.

Theorem total_change_verified : total_change_statement.
Proof.
  intros S A H; split.
  - intros u v one two; pose proof (change_most S A H H u v ltac:(lia) one two); lra.
  - intros two some; exists (stays 0), (stays 1); split; [apply stays_valid; lia|split; [apply stays_valid; lia|]].
    unfold change, all_counters; rewrite (sum_ext H _ (fun _ => 6)), sum_const; [ring|]; intros h small.
    replace (Nat.ltb h H) with true by (symmetry; apply Nat.ltb_lt; exact small).
    assert (visits : sum S (fun s => sum A (fun a => Rabs (visit (stays 0) h s a - visit (stays 1) h s a))) = 2).
    { rewrite <- (Rmult_1_r 2), <- Rabs_R1 at 1; rewrite <- (both S A 1 two some).
      apply sum_ext; intros; apply sum_ext; intros; rewrite !Rmult_1_r; reflexivity. }
    assert (rewards : sum S (fun s => sum A (fun a => Rabs (earned (stays 0) h s a - earned (stays 1) h s a))) = 2).
    { rewrite <- visits; apply sum_ext; intros; apply sum_ext; intros; unfold earned; simpl; rewrite !Rmult_1_r; reflexivity. }
    assert (moves : sum S (fun s => sum A (fun a => sum S (fun t =>
      Rabs (move (stays 0) h s a t - move (stays 1) h s a t)))) = 2).
    { rewrite <- visits; apply sum_ext; intros s _; apply sum_ext; intros a _.
      rewrite <- (sum_unit S 0 (fun _ => Rabs (visit (stays 0) h s a - visit (stays 1) h s a))) by lia.
      apply sum_ext; intros t _; unfold move; simpl.
      rewrite <- (Rabs_pos_eq (unit 0 t)) at 3 by apply unit_nonneg; rewrite <- Rabs_mult; f_equal; ring. }
    rewrite visits, rewards, moves; ring.
Qed.
