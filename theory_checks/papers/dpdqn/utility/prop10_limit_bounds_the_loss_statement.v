(* The loss tends to zero as the number of states grows: for some discount and sigma, each level bounds it in all MDPs that
   have enough states. To deny this is to say that for each discount and sigma some level is exceeded with any number of states. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal NormalMean RewardNoise.
From dpdqn Require Import prop10_limit_bounds_the_loss_formula.
Open Scope R_scope.

Definition prop10_limit_bounds_the_loss_statement : Prop :=
  exists (gamma sigma : R), 0 <= gamma < 1 /\ 0 < sigma /\
  forall (level : R), exists (least : nat), forall (n m : nat) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (loss : R),
    (least <= n)%nat -> stochastic n m P -> mean_error n m gamma sigma P r loss ->
    prop10_limit_bounds_the_loss_domain level loss sigma -> prop10_limit_bounds_the_loss_claim level loss sigma.
