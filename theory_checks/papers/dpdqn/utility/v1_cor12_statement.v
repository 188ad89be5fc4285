(* Corollary 12 of the first version: for some n >= 5, discount and sigma it is true of all MDPs.

   To deny this is to say that the bound fails for each n >= 5, each discount and each sigma, in some MDP. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp Optimal NormalMean RewardNoise.
From dpdqn Require Import v1_cor12_formula.
Open Scope R_scope.

Definition v1_cor12_statement : Prop :=
  exists (n : nat) (gamma sigma : R), (5 <= n)%nat /\ 0 < gamma < 1 /\ 0 < sigma /\
  forall (m : nat) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (error : R),
    stochastic n m P -> mean_error n m gamma sigma P r error ->
    v1_cor12_domain (INR m) gamma (INR n) error gamma (INR m) (Z.of_nat n) sigma ->
    v1_cor12_defined (INR m) gamma (INR n) error gamma (INR m) (Z.of_nat n) sigma ->
    v1_cor12_claim (INR m) gamma (INR n) error gamma (INR m) (Z.of_nat n) sigma.
