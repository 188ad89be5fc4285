(* Values of the path rise in each of the numbers that they are made of, and so do their maxima, which are associated. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Maximum NormalMean Expectation Variances Paths Association.
From dpdqn Require Import lemma8_variance_level_repaired_formula lemma8_variance_level_repaired_statement.
Open Scope R_scope.

Lemma path_rises q sigma k i z w : 0 < q -> 0 < sigma -> (i < k)%nat -> (forall j, (j < k)%nat -> z j <= w j) -> path q sigma z i <= path q sigma w i.
Proof.
  intros some noise small below; induction i as [|i IH]; cbn [path]; [apply Rmult_le_compat_l; [lra|apply below, small]|].
  apply Rplus_le_compat; [apply Rmult_le_compat_l; [lra|apply IH; lia]|apply Rmult_le_compat_l; [|apply below, small]].
  apply Rmult_le_pos; [lra|apply sqrt_pos].
Qed.

Theorem lemma8_variance_level_repaired : lemma8_variance_level_repaired_statement.
Proof.
  intros level beta sigma positive noise old new; pose proof (correlation beta (S level) positive) as inside; pose proof (some_points level) as some.
  set (k := (2 ^ S level + 1)%nat); assert (size : k = (2 * 2 ^ level + 1)%nat) by reflexivity.
  assert (close : forall z w, Rabs (old z - old w) <= sigma * distance k z w /\ Rabs (new z - new w) <= sigma * distance k z w).
  { intros z w; split; apply best_close; try lia; intros i small; apply path_close; trivial; lia. }
  assert (up : rises k new) by (intros z w below; apply best_monotone; [exact some|]; intros i small; apply (path_rises _ _ k); trivial; lia || lra).
  assert (up' : rises k old) by (intros z w below; apply best_monotone; [lia|]; intros i small; apply (path_rises _ _ k); trivial; lia || lra).
  destruct (variance_exists k new sigma ltac:(lra) (fun z w => proj2 (close z w))) as [first one].
  destruct (variance_exists k old sigma ltac:(lra) (fun z w => proj1 (close z w))) as [second two].
  destruct (variance_exists k (fun z => new z - old z) (2 * sigma) ltac:(lra)) as [difference three].
  { intros z w; destruct (close z w) as [a b]; replace (new z - old z - (new w - old w)) with ((new z - new w) + - (old z - old w)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _); rewrite Rabs_Ropp; lra. }
  pose proof (variance_of_difference k new old first second difference up up' one two three) as bound.
  exists difference, first, second; repeat (split; [assumption|]); split; [|split; [exact bound|]].
  - unfold lemma8_variance_level_repaired_domain; rewrite <- INR_IZR_INZ; pose proof (pos_INR level); lra.
  - intros small small'; unfold lemma8_variance_level_repaired_claim; lra.
Qed.
