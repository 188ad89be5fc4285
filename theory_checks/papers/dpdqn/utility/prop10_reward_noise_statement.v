(* Proposition 10, v' optimal for the noised rewards: for some n >= 5, discount and sigma it is true of all MDPs.

   To deny this is to say that the bound fails for each n >= 5, each discount and each sigma, in some MDP. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp Optimal NormalMean RewardNoise.
From dpdqn Require Import prop10_reward_noise_formula.
Open Scope R_scope.

Definition prop10_reward_noise_statement : Prop :=
  exists (n : nat) (gamma sigma : R), (5 <= n)%nat /\ 0 <= gamma < 1 /\ 0 < sigma /\
  forall (m : nat) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (error : R),
    stochastic n m P -> mean_error n m gamma sigma P r error ->
    prop10_reward_noise_domain (INR m) gamma (INR n) error gamma (INR m) (Z.of_nat n) sigma ->
    prop10_reward_noise_defined (INR m) gamma (INR n) error gamma (INR m) (Z.of_nat n) sigma ->
    prop10_reward_noise_claim (INR m) gamma (INR n) error gamma (INR m) (Z.of_nat n) sigma.
