(* A step down the gradient with the target held fixed, all entries of a table at once, the noise g inside the maximum and in the
   prediction: how far Q + g is from the optimal action values, in the largest entry. That the factor is below 1 exactly for steps
   below 2/(1 + gamma), and that it cannot be improved, is left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp ActionValues.
From dpdqn Require Import line22_update_repaired_formula.
Open Scope R_scope.

Definition line22_update_repaired_statement : Prop :=
  forall (n m : nat) (alpha gamma : R) (P : nat -> nat -> nat -> R) (r g Q Q' Q_star : nat -> nat -> R),
    (0 < n)%nat -> (0 < m)%nat -> stochastic n m P -> optimal_table n m gamma P r Q_star ->
    let noised Q a s := Q a s + g a s in
    (forall a s, Q' a s = Q a s - alpha * (noised Q a s - target n m gamma P r (noised Q) a s)) ->
    let before := largest_entry n m (fun a s => noised Q a s - Q_star a s) in
    let after := largest_entry n m (fun a s => noised Q' a s - Q_star a s) in
    line22_update_repaired_domain after alpha before gamma -> line22_update_repaired_claim after alpha before gamma.
