(* Each update brings Q + g nearer to the optimal table by the factor 1 - alpha (1 - gamma). *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp ActionValues Iterations.
From dpdqn Require Import convergence_repaired_formula convergence_repaired_statement.
Open Scope R_scope.

Theorem convergence_repaired : convergence_repaired_statement.
Proof.
  intros n m alpha gamma P r g Q states actions rows discount size noised step.
  destruct (optimal_table_exists n m gamma P r actions discount rows) as [Q_star optimal]; exists Q_star.
  assert (stepped : forall k a s, noised (S k) a s = towards n m gamma P r alpha (noised k) a s)
    by (intros; change (noised (S k) a s) with (Q (S k) a s + g a s); rewrite step; unfold towards;
        set (t := target _ _ _ _ _ _ _ _); unfold noised; ring).
  split; [exact optimal|]; split.
  - intros a s action state.
    pose proof (steps_converge n m gamma P r actions discount rows alpha size Q_star noised optimal stepped a s action state).
    apply (Un_cv_shifted (fun k => Q k a s) (g a s)); assumption.
  - intros k before after _; unfold convergence_repaired_defined, convergence_repaired_claim; split.
    + left; apply IZR_le; lia.
    + rewrite <- pow_powerRZ; apply (steps_rate n m gamma P r actions discount rows alpha size Q_star noised optimal stepped states).
Qed.
