(* Tabular Algorithm 1 with the noise inside the maximum, the same table g in every update, all entries updated at once with the
   expected target: the rate, and the limit, which is the optimal table minus g. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp ActionValues.
From dpdqn Require Import convergence_repaired_formula.
Open Scope R_scope.

Definition convergence_repaired_statement : Prop :=
  forall (n m : nat) (alpha gamma : R) (P : nat -> nat -> nat -> R) (r g : nat -> nat -> R) (Q : nat -> nat -> nat -> R),
    (0 < n)%nat -> (0 < m)%nat -> stochastic n m P -> 0 <= gamma < 1 -> 0 < alpha <= 1 ->
    let noised k a s := Q k a s + g a s in
    (forall k a s, Q (S k) a s = Q k a s - alpha * (noised k a s - target n m gamma P r (noised k) a s)) ->
    exists Q_star, optimal_table n m gamma P r Q_star /\
      (forall a s, (a < m)%nat -> (s < n)%nat -> Un_cv (fun k => Q k a s) (Q_star a s - g a s)) /\
      forall k,
      let before := largest_entry n m (fun a s => noised O a s - Q_star a s) in
      let after := largest_entry n m (fun a s => noised k a s - Q_star a s) in
      convergence_repaired_domain after alpha before gamma (Z.of_nat k) ->
      convergence_repaired_defined after alpha before gamma (Z.of_nat k) /\
      convergence_repaired_claim after alpha before gamma (Z.of_nat k).
