(* The visits of a feasible point are the occupancy of the policy read off it. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Mdp Duality.
From dpdqn Require Import claim17_statement.
Open Scope R_scope.

Theorem claim17_verified : claim17_statement.
Proof.
  intros n m gamma P lambda r policy v discount rows feasible read value; split.
  - intros s state.
    pose proof (visits_at_least_one n m gamma P lambda discount rows feasible s state) as positive.
    unfold visits in positive; lra.
  - rewrite (earned n m gamma P lambda discount rows feasible r policy v read value); apply sum_swap.
Qed.
