(* Noise g in the target alone: what training tends to from every start, plus g, holds the optimal action values for the rewards r + g. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal Policies ActionValues.
Open Scope R_scope.

Definition value_noise_is_reward_noise_repaired_statement : Prop :=
  forall (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r g : nat -> nat -> R),
    (0 < m)%nat -> 0 <= gamma < 1 -> stochastic n m P ->
    let noised Q a s := Q a s + g a s in
    (exists Q, forall a s, (a < m)%nat -> (s < n)%nat -> Q a s = target n m gamma P r (noised Q) a s) /\
    forall Q, (forall a s, (a < m)%nat -> (s < n)%nat -> Q a s = target n m gamma P r (noised Q) a s) ->
    (forall (alpha : R) (X : nat -> nat -> nat -> R), 0 < alpha <= 1 ->
      (forall k a s, X (S k) a s = X k a s - alpha * (X k a s - target n m gamma P r (noised (X k)) a s)) ->
      forall a s, (a < m)%nat -> (s < n)%nat -> Un_cv (fun k => X k a s) (Q a s)) /\
    exists v, largest_value n m gamma P (noised r) v /\
      forall a s, (a < m)%nat -> (s < n)%nat -> noised Q a s = backup n gamma P (noised r) v a s.
