(* Lemma 16, n outside of the root: what the solution lambda' of the capped program for the noised rewards loses, in the mean and per state, on the
   true ones against lambda*, which solves the dual for them. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp Policies NormalMean RewardNoise DualPrograms.
From dpdqn Require Import lemma16_n_outside_root_formula.
Open Scope R_scope.

Definition lemma16_n_outside_root_statement : Prop :=
  forall (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r lambda_star : nat -> nat -> R)
    (lambda' : (nat -> R) -> nat -> nat -> R) (earned : R),
    stochastic n m P -> solves_dual n m gamma P r lambda_star ->
    (forall z, solves_capped n m gamma P (noised n sigma r z) (lambda' z)) ->
    mean (n * m) (fun z => dual_objective n m r (lambda' z)) earned ->
    let loss := (dual_objective n m r lambda_star - earned) / INR n in
    lemma16_n_outside_root_domain (INR m) gamma (INR n) gamma loss (INR m) (Z.of_nat n) sigma ->
    lemma16_n_outside_root_defined (INR m) gamma (INR n) gamma loss (INR m) (Z.of_nat n) sigma ->
    lemma16_n_outside_root_claim (INR m) gamma (INR n) gamma loss (INR m) (Z.of_nat n) sigma.
