(* With X = Q + g_t the update goes towards the target of X, for the rewards r + g_t - g_p. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Maximum ActionValues.
From dpdqn Require Import code_algorithm_repaired_statement.
Open Scope R_scope.

Lemma target_ext n m gamma P r r' X Y a s : (forall b t, (b < m)%nat -> (t < n)%nat -> X b t = Y b t) -> r a s = r' a s ->
  target n m gamma P r X a s = target n m gamma P r' Y a s.
Proof.
  intros same equal; unfold target; rewrite equal; do 2 f_equal; apply sum_ext; intros t small; f_equal.
  apply best_ext; intros b action; apply same; assumption.
Qed.

Theorem code_algorithm_repaired : code_algorithm_repaired_statement.
Proof.
  intros n m alpha gamma P r g_p g_t some discount rows size moved.
  assert (same : forall Q a s, program n m alpha gamma P r g_p g_t Q a s = algorithm n m alpha gamma P moved g_t Q a s).
  { intros; unfold algorithm, program, target, moved, plus_noise; ring. }
  assert (fixed : forall Q, stands n m (program n m alpha gamma P r g_p g_t) Q -> optimal_table n m gamma P moved (plus_noise Q g_t)).
  { intros Q still a s action state; specialize (still a s action state); rewrite same in still; unfold algorithm, program in still.
    assert (alpha * (plus_noise Q g_t a s - target n m gamma P moved (plus_noise Q g_t) a s) = 0) as zero by lra.
    apply Rmult_integral in zero; destruct zero; lra. }
  split; [exact same|]; split; [|split; [exact fixed|]].
  - destruct (optimal_table_exists n m gamma P moved some ltac:(lra) rows) as [X optimal].
    exists (fun a s => X a s - g_t a s); intros a s action state; rewrite same; unfold algorithm, program.
    rewrite (target_ext n m gamma P moved moved _ X) by (trivial; intros; unfold plus_noise; ring).
    rewrite <- (optimal a s action state); unfold plus_noise; ring.
  - intros equal; split.
    + intros Q a s action state; unfold algorithm, program; do 3 f_equal; apply target_ext; [|reflexivity].
      intros b t other next; unfold plus_noise; rewrite equal by assumption; reflexivity.
    + intros Q still a s action state; unfold plus_noise at 1; rewrite <- (equal a s action state).
      change (Q a s + g_t a s) with (plus_noise Q g_t a s); rewrite (fixed Q still a s action state); apply target_ext.
      * intros b t other next; unfold plus_noise; rewrite equal by assumption; reflexivity.
      * unfold moved; rewrite equal by assumption; ring.
Qed.
