(* Appendix D: v is optimal if and only if v >= gamma P_a v + r_a for every action. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal Policies.
From dpdqn Require Import bellman_iff_formula.
Open Scope R_scope.

Definition bellman_iff_statement : Prop :=
  forall (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v v_star : nat -> R),
    (0 < m)%nat -> 0 <= gamma < 1 -> stochastic n m P -> largest_value n m gamma P r v_star ->
    ((forall s, (s < n)%nat -> bellman_iff_claim (v s) (v_star s)) <-> above_backups n m gamma P r v).
