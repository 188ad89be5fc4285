(* The step (diamond) of the proof of Lemma 16: means of both sides, times -1/n. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Policies NormalMean RewardNoise DualPrograms.
From dpdqn Require Import lemma16_diamond_formula.
Open Scope R_scope.

(* Number a n + s of the standard normal numbers, times sigma. *)
Definition noise (n : nat) (sigma : R) (z : nat -> R) : nat -> nat -> R := noised n sigma (fun _ _ => 0) z.

Definition lemma16_diamond_statement : Prop :=
  forall (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r lambda_star : nat -> nat -> R)
    (lambda' : (nat -> R) -> nat -> nat -> R) (gain norm : R),
    (0 < n)%nat -> (0 < m)%nat -> 0 <= gamma < 1 -> stochastic n m P -> solves_dual n m gamma P r lambda_star ->
    (forall z, solves_capped n m gamma P (noised n sigma r z) (lambda' z)) ->
    mean (n * m) (fun z => - dual_objective n m (noise n sigma z) (fun a s => lambda_star a s - lambda' z a s) / INR n) gain ->
    mean (n * m) (fun z => sum m (fun a => norm1 n (noise n sigma z a))) norm ->
    lemma16_diamond_domain (INR m) gamma (INR n) gain gamma (INR m) (INR n) norm sigma ->
    lemma16_diamond_defined (INR m) gamma (INR n) gain gamma (INR m) (INR n) norm sigma ->
    lemma16_diamond_claim (INR m) gamma (INR n) gain gamma (INR m) (INR n) norm sigma.
