(* The visits of a feasible point are the occupancy of the policy read off it; the last constraint is not needed. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Mdp Duality.
From dpdqn Require Import v1_claim16_statement.
Open Scope R_scope.

Theorem v1_claim16_verified : v1_claim16_statement.
Proof.
  intros n m gamma P lambda r policy v discount rows feasible _ read value.
  assert (small : 0 <= gamma < 1) by lra; split.
  - intros s state; pose proof (visits_at_least_one n m gamma P lambda small rows feasible s state) as positive.
    unfold visits in positive; lra.
  - rewrite (earned n m gamma P lambda small rows feasible r policy v read value); apply sum_swap.
Qed.
