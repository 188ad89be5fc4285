(* With X = Q + g the update goes towards the target of X, whose only fixed point is the optimal table. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum ActionValues Iterations.
From dpdqn Require Import convergence_bracketed_statement.
Open Scope R_scope.

Theorem convergence_bracketed_verified : convergence_bracketed_statement.
Proof.
  intros n m alpha gamma P r g states actions rows discount size.
  destruct (optimal_table_exists n m gamma P r actions discount rows) as [Q_star optimal].
  exists (fun a s => Q_star a s - g a s); split.
  - intros Q step a s action state; set (noised := fun k a s => Q k a s + g a s).
    assert (stepped : forall k b t, noised (S k) b t = towards n m gamma P r alpha (noised k) b t)
      by (intros; change (noised (S k) b t) with (Q (S k) b t + g b t); rewrite step; unfold towards, update;
        fold (noised k); set (y := target _ _ _ _ _ _ _ _); unfold noised; ring).
    pose proof (steps_converge n m gamma P r actions discount rows alpha size Q_star noised optimal stepped a s action state).
    apply (Un_cv_shifted (fun k => Q k a s) (g a s)); assumption.
  - assert (same : forall X Y, (forall a s, (a < m)%nat -> (s < n)%nat -> X a s = Y a s) ->
      forall a s, (a < m)%nat -> (s < n)%nat -> target n m gamma P r X a s = target n m gamma P r Y a s).
    { intros X Y equal a s _ _; unfold target; do 2 f_equal; apply sum_ext; intros t small; f_equal; apply best_ext.
      intros b action; apply equal; assumption. }
    intros Q; split; intros fixed a s action state.
    + assert (table : optimal_table n m gamma P r (fun b t => Q b t + g b t)).
      { intros b t action' state'; specialize (fixed b t action' state'); unfold update in fixed.
        assert (alpha * (Q b t + g b t - target n m gamma P r (fun b t => Q b t + g b t) b t) = 0) by lra.
        apply Rmult_integral in H; destruct H; lra. }
      pose proof (optimal_table_unique n m gamma P r actions discount rows _ Q_star table optimal a s action state) as equal.
      simpl in equal; lra.
    + unfold update; rewrite (same (fun b t => Q b t + g b t) Q_star) by
        (trivial; intros b t action' state'; rewrite (fixed b t action' state'); ring).
      rewrite <- (optimal a s action state), (fixed a s action state); ring.
Qed.
