(* Theorem U1, the second term of its minimum, with the cap of H: e, the mean of the largest of all n m standard normal numbers, in
   the place of H, which is at most e; that few pairs can be met at first is left out. The first term, of b, is granted, and so is the
   bound of b. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp Optimal Maximum NormalMean RewardNoise.
From dpdqn Require Import prop10_repaired_formula.
Open Scope R_scope.

Definition prop10_repaired_statement : Prop :=
  forall (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R)
    (v' : (nat -> R) -> nat -> R) (s : nat) (error : R),
    (0 < m)%nat -> (s < n)%nat -> 0 < sigma -> 0 <= gamma < 1 -> stochastic n m P ->
    optimal_value n m gamma P r v -> (forall z, optimal_value n m gamma P (noised n sigma r z) (v' z)) ->
    mean (n * m) (fun z => Rabs (v' z s - v s)) error ->
    exists e, mean (n * m) (best (n * m)) e /\ error <= sigma / (1 - gamma) * (sqrt (2 / PI) + e) /\
      forall b, error <= sigma / (1 - gamma) * b -> b <= sqrt (2 * ln (INR n * INR m + 1)) ->
        prop10_repaired_domain e b error gamma (Z.of_nat m) (Z.of_nat n) sigma ->
        prop10_repaired_defined e b error gamma (Z.of_nat m) (Z.of_nat n) sigma /\
        prop10_repaired_claim e b error gamma (Z.of_nat m) (Z.of_nat n) sigma.
