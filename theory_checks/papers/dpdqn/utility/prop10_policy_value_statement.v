(* Proposition 10 with v' the value, under the true rewards, of the policy that is read off a solution of the capped program for the
   noised ones. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp Optimal Policies NormalMean RewardNoise DualPrograms.
From dpdqn Require Import prop10_policy_value_formula.
Open Scope R_scope.

Definition prop10_policy_value_statement : Prop :=
  forall (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v_star : nat -> R)
    (lambda' : (nat -> R) -> nat -> nat -> R) (v' : (nat -> R) -> nat -> R) (loss : R),
    stochastic n m P -> largest_value n m gamma P r v_star ->
    (forall z, solves_capped n m gamma P (noised n sigma r z) (lambda' z)) ->
    (forall z, policy_value n m gamma P r (fun a s => lambda' z a s / sum m (fun b => lambda' z b s)) (v' z)) ->
    mean (n * m) (fun z => norm1 n (fun s => v' z s - v_star s) / INR n) loss ->
    prop10_policy_value_domain (INR m) gamma (INR n) gamma loss (INR m) (Z.of_nat n) sigma ->
    prop10_policy_value_defined (INR m) gamma (INR n) gamma loss (INR m) (Z.of_nat n) sigma ->
    prop10_policy_value_claim (INR m) gamma (INR n) gamma loss (INR m) (Z.of_nat n) sigma.
