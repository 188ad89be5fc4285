(* Adding g to the equation of Q makes it the optimality equation of Q + g for the rewards r + g. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies ActionValues Iterations.
From dpdqn Require Import value_noise_is_reward_noise_repaired_statement.
Open Scope R_scope.

Theorem value_noise_is_reward_noise_repaired : value_noise_is_reward_noise_repaired_statement.
Proof.
  intros n m gamma P r g some discount rows noised; split.
  - destruct (optimal_table_exists n m gamma P (noised r) some discount rows) as [X optimal].
    exists (fun a s => X a s - g a s); intros a s action state; rewrite (optimal a s action state).
    replace (target n m gamma P r (noised (fun a s => X a s - g a s)) a s) with (target n m gamma P r X a s).
    + unfold target, noised; ring.
    + unfold target; do 2 f_equal; apply sum_ext; intros t _; f_equal; apply best_ext; intros b _; unfold noised; ring.
  - intros Q fixed.
    assert (optimal : optimal_table n m gamma P (noised r) (noised Q)).
    { intros a s action state; unfold noised at 1; rewrite (fixed a s action state); unfold target, noised at 2; ring. }
    split.
    { intros alpha X size steps a s action state; replace (Q a s) with (noised Q a s - g a s) by (unfold noised; ring).
      apply Un_cv_shifted, (steps_converge n m gamma P (noised r) some discount rows alpha size (noised Q) (fun k => noised (X k)) optimal); trivial.
      intros k b t; unfold noised at 1; rewrite steps; unfold towards, target, noised; ring. }
    exists (fun s => best m (fun a => noised Q a s)); split; [|intros a s; apply optimal].
    apply optimal_is_largest; trivial; apply table_value; assumption.
Qed.
