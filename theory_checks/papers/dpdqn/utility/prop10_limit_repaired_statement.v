(* Theorem U3, given everything else: the noise of the m actions in the state s is their mean, which is normal with the deviation
   sigma/sqrt m and independent of all other noise (left out), and what is left, u. Whatever u and the other noise are, the error at s
   is as large as claimed, and so is its mean over u. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp Optimal NormalMean.
From dpdqn Require Import prop10_limit_repaired_formula.
Open Scope R_scope.

Definition prop10_limit_repaired_statement : Prop :=
  forall (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r u : nat -> nat -> R) (v : nat -> R)
    (v' : R -> nat -> R) (s : nat) (error : R),
    0 <= gamma < 1 -> stochastic n m P -> (s < n)%nat -> optimal_value n m gamma P r v ->
    (forall x, optimal_value n m gamma P
      (fun a t => r a t + (u a t + (if Nat.eqb t s then sigma / sqrt (INR m) * x else 0))) (v' x)) ->
    mean_of_one (fun x => Rabs (v' x s - v s)) error ->
    prop10_limit_repaired_domain error (Z.of_nat m) sigma ->
    prop10_limit_repaired_defined error (Z.of_nat m) sigma /\ prop10_limit_repaired_claim error (Z.of_nat m) sigma.
