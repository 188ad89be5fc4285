(* Proof of Lemma 14: every eigenvalue of a Markov matrix is smaller than one; already of its real ones this is false. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp.
From dpdqn Require Import lemma14_eigenvalues_formula.
Open Scope R_scope.

Definition lemma14_eigenvalues_statement : Prop :=
  forall (n : nat) (P : nat -> nat -> R) (x : nat -> R) (eigenvalue : R),
    stochastic n 1 (fun _ => P) -> (exists s, (s < n)%nat /\ x s <> 0) ->
    (forall s, (s < n)%nat -> sum n (fun t => P s t * x t) = eigenvalue * x s) ->
    lemma14_eigenvalues_domain eigenvalue -> lemma14_eigenvalues_claim eigenvalue.
