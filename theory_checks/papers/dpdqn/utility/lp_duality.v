(* An optimal policy's visits solve the dual, and what satisfies (4) is nowhere below the optimal value. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Existence Policies.
From dpdqn Require Import lp_duality_statement.
Open Scope R_scope.

Theorem lp_duality_verified : lp_duality_statement.
Proof.
  intros n m gamma P r some discount rows; split; [|split].
  - intros v lambda; apply weak_duality.
  - destruct (optimal_value_exists n m gamma P discount rows r some) as [v optimal].
    destruct (dual_solution n m gamma P r discount rows v optimal) as [pi [mu [_ [_ [_ [feasible equal]]]]]].
    exists v, (split pi mu); split; [exact (optimal_is_largest n m gamma P r discount rows v optimal)|].
    split; [|split; assumption]; intros a s action state; apply (optimal s state), action.
  - intros v w largest above sums s state; apply (largest_is_optimal n m gamma P r discount rows v some) in largest.
    pose proof (optimal_is_least n m gamma P r discount rows v w largest above) as least.
    assert (member : w s - v s <= sum n (fun t => w t - v t)).
    { apply (sum_member n (fun t => w t - v t)); [intros t small; specialize (least t small); lra|exact state]. }
    rewrite sum_sub in member; specialize (least s state); lra.
Qed.
