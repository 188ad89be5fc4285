(* The last step of the proof of Proposition 10: v' is the value, under the true rewards, of a policy
   that depends on the noise z alone; means of both sides, times 1/n. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal NormalMean.
From dpdqn Require Import prop10_last_step_value_of_claim_17_formula.
Open Scope R_scope.

Definition prop10_last_step_value_of_claim_17_statement : Prop :=
  forall (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R)
    (policy : (nat -> R) -> nat -> nat -> R) (v' : (nat -> R) -> nat -> R) (error bias : R),
    (0 < n)%nat -> 0 <= gamma < 1 -> stochastic n m P -> optimal_value n m gamma P r v ->
    (forall z, chooses n m (policy z) /\ policy_value n m gamma P r (policy z) (v' z)) ->
    mean (n * m) (fun z => norm1 n (fun s => v' z s - v s) / INR n) error ->
    mean (n * m) (fun z => (sum n (v' z) - sum n v) / INR n) bias ->
    prop10_last_step_value_of_claim_17_domain bias error sigma -> prop10_last_step_value_of_claim_17_claim bias error sigma.
