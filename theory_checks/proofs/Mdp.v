(* Finite MDPs: n states, m actions, transitions P a s t from s to t, rewards r a s. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums.
Open Scope R_scope.

Definition stochastic (n m : nat) (P : nat -> nat -> nat -> R) : Prop :=
  forall a s, (a < m)%nat -> (s < n)%nat ->
    (forall t, (t < n)%nat -> 0 <= P a s t) /\ sum n (P a s) = 1.

(* What the dual program asks of its variables: sum_a (I - gamma P_a^T) lambda_a = e, and lambda >= 0. *)
Definition dual_feasible (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (lambda : nat -> nat -> R) : Prop :=
  (forall t, (t < n)%nat -> sum m (fun a => lambda a t - gamma * sum n (fun s => P a s t * lambda a s)) = 1) /\
  (forall a s, (a < m)%nat -> (s < n)%nat -> 0 <= lambda a s).

(* v is a solution of Bellman's equation of the policy, which takes action a in state s with probability policy a s. *)
Definition policy_value (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r policy : nat -> nat -> R)
  (v : nat -> R) : Prop :=
  forall s, (s < n)%nat ->
    v s = sum m (fun a => policy a s * (r a s + gamma * sum n (fun t => P a s t * v t))).

Definition norm1 (n : nat) (x : nat -> R) : R := sum n (fun s => Rabs (x s)).
