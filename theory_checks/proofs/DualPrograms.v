(* The dual of program (4), and program (5), which has a constraint more. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Policies.
Open Scope R_scope.

Definition solves_dual (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r lambda : nat -> nat -> R) : Prop :=
  dual_feasible n m gamma P lambda /\
  forall other, dual_feasible n m gamma P other -> dual_objective n m r other <= dual_objective n m r lambda.

Definition capped (n m : nat) (gamma : R) (lambda : nat -> nat -> R) : Prop :=
  sum m (fun a => sum n (lambda a)) <= INR n / (1 - gamma).

Definition solves_capped (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r lambda : nat -> nat -> R) : Prop :=
  dual_feasible n m gamma P lambda /\ capped n m gamma lambda /\
  forall other, dual_feasible n m gamma P other -> capped n m gamma other ->
    dual_objective n m r other <= dual_objective n m r lambda.
