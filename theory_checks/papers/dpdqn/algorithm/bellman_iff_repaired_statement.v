(* Optimal is the largest value over all policies: exactly the solution of Bellman's optimality equation, and the least vector
   that satisfies (3). *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies.
Open Scope R_scope.

Definition bellman_iff_repaired_statement : Prop :=
  forall (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R),
    (0 < m)%nat -> 0 <= gamma < 1 -> stochastic n m P ->
    (forall v, largest_value n m gamma P r v <->
      forall s, (s < n)%nat -> v s = best m (fun a => backup n gamma P r v a s)) /\
    (exists v, largest_value n m gamma P r v) /\
    (forall v w, largest_value n m gamma P r v -> above_backups n m gamma P r w -> forall s, (s < n)%nat -> v s <= w s).
