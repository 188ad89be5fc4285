(* Claim 14 of the first version: the l1 norm of the sum of a feasible, so of an optimal, dual solution. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp.
From dpdqn Require Import v1_claim14_formula.
Open Scope R_scope.

Definition v1_claim14_statement : Prop :=
  forall (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (lambda : nat -> nat -> R),
    stochastic n m P -> dual_feasible n m gamma P lambda ->
    let norm := norm1 n (fun s => sum m (fun a => lambda a s)) in
    v1_claim14_domain gamma (Z.of_nat n) norm ->
    v1_claim14_defined gamma (Z.of_nat n) norm /\ v1_claim14_claim gamma (Z.of_nat n) norm.
