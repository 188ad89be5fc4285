(* The eigenvalues a + bi of gamma P, with the eigenvectors x + yi, and the inverse N of I - gamma P^T: it exists, it has no
   negative entry, and so many visits in each column. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp.
From dpdqn Require Import lemma14_eigenvalues_repaired_formula.
Open Scope R_scope.

Definition inverse (n : nat) (gamma : R) (P N : nat -> nat -> R) : Prop :=
  forall t k, (t < n)%nat -> (k < n)%nat ->
    N t k - gamma * sum n (fun s => P s t * N s k) = (if Nat.eqb t k then 1 else 0).

Definition lemma14_eigenvalues_repaired_statement : Prop :=
  forall (n : nat) (gamma : R) (P : nat -> nat -> R),
    0 <= gamma < 1 -> stochastic n 1 (fun _ => P) ->
    (exists N, inverse n gamma P N) /\
    forall N, inverse n gamma P N -> forall k, (k < n)%nat ->
    (forall t, (t < n)%nat -> 0 <= N t k) /\
    forall (a b : R) (x y : nat -> R),
      (exists s, (s < n)%nat /\ (x s <> 0 \/ y s <> 0)) ->
      (forall s, (s < n)%nat -> gamma * sum n (fun t => P s t * x t) = a * x s - b * y s) ->
      (forall s, (s < n)%nat -> gamma * sum n (fun t => P s t * y t) = a * y s + b * x s) ->
      let column := sum n (fun t => N t k) in
      let eigenvalue := sqrt (a * a + b * b) in
      lemma14_eigenvalues_repaired_domain column eigenvalue gamma ->
      lemma14_eigenvalues_repaired_defined column eigenvalue gamma /\
      lemma14_eigenvalues_repaired_claim column eigenvalue gamma.
