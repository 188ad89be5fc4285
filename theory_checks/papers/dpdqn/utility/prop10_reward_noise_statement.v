(* Proposition 10, v' optimal for the noised rewards: for some n >= 5, discount and sigma it is true of all MDPs.

   To deny this is to say that the bound fails for each n >= 5, each discount and each sigma, in some MDP. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp Optimal NormalMean.
From dpdqn Require Import prop10_reward_noise_formula.
Open Scope R_scope.

(* Each action has noise of its own in each state: number a n + s of independent standard normal numbers, times sigma. *)
Definition noised (n : nat) (sigma : R) (r : nat -> nat -> R) (z : nat -> R) (a s : nat) : R :=
  r a s + sigma * z (a * n + s)%nat.

(* E (1/n) ||v' - v*||_1 exists, and is this number. *)
Definition mean_error (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (error : R) : Prop :=
  exists (v : nat -> R) (v' : (nat -> R) -> nat -> R),
    optimal_value n m gamma P r v /\
    (forall z, optimal_value n m gamma P (noised n sigma r z) (v' z)) /\
    mean (n * m) (fun z => norm1 n (fun s => v' z s - v s) / INR n) error.

Definition prop10_reward_noise_statement : Prop :=
  exists (n : nat) (gamma sigma : R), (5 <= n)%nat /\ 0 <= gamma < 1 /\ 0 < sigma /\
  forall (m : nat) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (error : R),
    stochastic n m P -> mean_error n m gamma sigma P r error ->
    prop10_reward_noise_domain (INR m) gamma (INR n) error gamma (INR m) (Z.of_nat n) sigma ->
    prop10_reward_noise_defined (INR m) gamma (INR n) error gamma (INR m) (Z.of_nat n) sigma ->
    prop10_reward_noise_claim (INR m) gamma (INR n) error gamma (INR m) (Z.of_nat n) sigma.
