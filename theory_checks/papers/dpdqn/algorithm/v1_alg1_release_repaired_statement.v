(* The table of optimal action values with independent noise of deviation sigma in each entry: mu is the largest distance, over
   rewards that differ by at most 1, of two such tables without noise, by sigma. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp ActionValues.
From dpdqn Require Import v1_alg1_release_repaired_formula.
Open Scope R_scope.

Definition distance (n m : nat) (Q Q' : nat -> nat -> R) : R := sqrt (sum m (fun a => sum n (fun s => (Q a s - Q' a s) ^ 2))).

Definition neighbours (n m : nat) (r r' : nat -> nat -> R) : Prop :=
  forall a s, (a < m)%nat -> (s < n)%nat -> Rabs (r a s - r' a s) <= 1.

Definition v1_alg1_release_repaired_statement : Prop :=
  forall (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R), stochastic n m P ->
    let moves x := exists r r' Q Q', neighbours n m r r' /\ optimal_table n m gamma P r Q /\ optimal_table n m gamma P r' Q' /\
      x = distance n m Q Q' in
    v1_alg1_release_repaired_domain gamma (Z.of_nat m) 0 (Z.of_nat n) sigma ->
    exists most, is_lub moves most /\ moves most /\
      v1_alg1_release_repaired_defined gamma (Z.of_nat m) (most / sigma) (Z.of_nat n) sigma /\
      v1_alg1_release_repaired_claim gamma (Z.of_nat m) (most / sigma) (Z.of_nat n) sigma.
