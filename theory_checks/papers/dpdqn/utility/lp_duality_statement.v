(* Program (4) and its dual: no feasible point of the dual is worth more than one of (4), both have solutions that are worth
   the same, and the solution of (4) is the largest value over all policies, which no other feasible point attains. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal Policies.
Open Scope R_scope.

Definition lp_duality_statement : Prop :=
  forall (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R),
    (0 < m)%nat -> 0 <= gamma < 1 -> stochastic n m P ->
    (forall v lambda, above_backups n m gamma P r v -> dual_feasible n m gamma P lambda ->
      dual_objective n m r lambda <= sum n v) /\
    (exists v lambda, largest_value n m gamma P r v /\ above_backups n m gamma P r v /\
      dual_feasible n m gamma P lambda /\ dual_objective n m r lambda = sum n v) /\
    (forall v w, largest_value n m gamma P r v -> above_backups n m gamma P r w -> sum n w <= sum n v ->
      forall s, (s < n)%nat -> w s = v s).
