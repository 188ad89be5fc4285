(* Claim 16 of the first version: the value, under the rewards r, of the policy that is read off a feasible point of program (3). *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp.
Open Scope R_scope.

Definition v1_claim16_statement : Prop :=
  forall (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (lambda r policy : nat -> nat -> R) (v : nat -> R),
    0 < gamma < 1 -> stochastic n m P -> dual_feasible n m gamma P lambda ->
    sum m (fun a => sum n (lambda a)) <= INR n / (1 - gamma) ->
    (forall a s, (a < m)%nat -> (s < n)%nat -> policy a s = lambda a s / sum m (fun b => lambda b s)) ->
    policy_value n m gamma P r policy v ->
    (forall s, (s < n)%nat -> sum m (fun b => lambda b s) <> 0) /\
    sum n v = sum m (fun a => sum n (fun s => lambda a s * r a s)).
