(* Theorem U2 with the cap of H: e, the mean of the largest of all n m standard normal numbers, in the place of H, which is at
   most e. That so few pairs can be met at first is left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal Maximum NormalMean RewardNoise.
From dpdqn Require Import prop10_policy_value_repaired_formula.
Open Scope R_scope.

Definition prop10_policy_value_repaired_statement : Prop :=
  forall (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R)
    (policy : (nat -> R) -> nat -> nat -> R) (v' w : (nat -> R) -> nat -> R) (s : nat) (loss : R),
    (0 < m)%nat -> (s < n)%nat -> stochastic n m P -> optimal_value n m gamma P r v ->
    (forall z, chooses n m (policy z) /\ optimal_value n m gamma P (noised n sigma r z) (v' z) /\
      policy_value n m gamma P (noised n sigma r z) (policy z) (v' z) /\ policy_value n m gamma P r (policy z) (w z)) ->
    mean (n * m) (fun z => v s - w z s) loss ->
    exists e, mean (n * m) (best (n * m)) e /\
      (prop10_policy_value_repaired_domain e gamma loss sigma ->
        prop10_policy_value_repaired_defined e gamma loss sigma /\ prop10_policy_value_repaired_claim e gamma loss sigma).
