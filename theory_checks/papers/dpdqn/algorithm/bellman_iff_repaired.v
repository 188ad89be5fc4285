(* By the existence of a solution of Bellman's equation, which no policy exceeds and one attains. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Existence Policies.
From dpdqn Require Import bellman_iff_repaired_statement.
Open Scope R_scope.

Theorem bellman_iff_repaired : bellman_iff_repaired_statement.
Proof.
  intros n m gamma P r some discount rows; split; [|split].
  - intros v; rewrite (largest_is_optimal n m gamma P r discount rows v some); split.
    + intros optimal s state; destruct (optimal s state) as [above [a [action equal]]]; apply Rle_antisym.
      * rewrite equal; exact (best_above m (fun b => backup n gamma P r v b s) a action).
      * apply best_least; assumption.
    + intros solved s state; rewrite (solved s state); split.
      * intros a action; exact (best_above m (fun b => backup n gamma P r v b s) a action).
      * exact (best_attained m (fun b => backup n gamma P r v b s) some).
  - destruct (optimal_value_exists n m gamma P discount rows r some) as [v optimal].
    exists v; exact (optimal_is_largest n m gamma P r discount rows v optimal).
  - intros v w largest above; apply (largest_is_optimal n m gamma P r discount rows v some) in largest.
    exact (optimal_is_least n m gamma P r discount rows v w largest above).
Qed.
