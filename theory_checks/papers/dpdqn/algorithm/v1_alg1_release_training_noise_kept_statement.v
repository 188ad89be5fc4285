(* Algorithm 1 of the first version, the noise of training kept: releases for two noises differ, if those for two rewards do. It
   is true of one update in one state with one action, or at least in one finite MDP where training stands still, with
   the noise inside the maximum. To deny this is to say that both fail, the second in every MDP. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp ActionValues.
From dpdqn Require Import v1_alg1_release_training_noise_kept_formula.
Open Scope R_scope.

(* Q after one update from Q0, with the noise g, and with this noise added. *)
Definition released_after_one (alpha gamma Q0 r g : R) : R := Q0 - alpha * (Q0 + g - (r + gamma * (Q0 + g))) + g.

Definition stands (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r g Q : nat -> nat -> R) : Prop :=
  forall a s, (a < m)%nat -> (s < n)%nat -> Q a s + g a s = target n m gamma P r (fun b t => Q b t + g b t) a s.

Definition differs_with_noise (released again other : R) : Prop :=
  v1_alg1_release_training_noise_kept_domain again other released ->
  v1_alg1_release_training_noise_kept_claim again other released.

Definition v1_alg1_release_training_noise_kept_statement : Prop :=
  (forall alpha gamma Q0 r r' g h : R, 0 < alpha -> 0 <= gamma < 1 -> Rabs (r - r') <= 1 -> g <> h ->
    differs_with_noise (released_after_one alpha gamma Q0 r g) (released_after_one alpha gamma Q0 r h)
      (released_after_one alpha gamma Q0 r' g)) \/
  (exists (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r r' g h Q Q_h Q' : nat -> nat -> R) (a s : nat),
    (a < m)%nat /\ (s < n)%nat /\ 0 <= gamma < 1 /\ stochastic n m P /\
    stands n m gamma P r g Q /\ stands n m gamma P r h Q_h /\ stands n m gamma P r' g Q' /\
    v1_alg1_release_training_noise_kept_domain (Q_h a s + h a s) (Q' a s + g a s) (Q a s + g a s) /\
    v1_alg1_release_training_noise_kept_claim (Q_h a s + h a s) (Q' a s + g a s) (Q a s + g a s)).
