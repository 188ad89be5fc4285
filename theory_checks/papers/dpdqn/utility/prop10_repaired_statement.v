(* Theorem U1 with the cap of H: e, the mean of the largest of all n m standard normal numbers, in the place of H, which is at most e.
   Left out are that few pairs can be met at first, the bounds of H, and how near the bound comes to the error. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Mdp Optimal Maximum NormalMean RewardNoise.
From dpdqn Require Import prop10_repaired_formula.
Open Scope R_scope.

Definition prop10_repaired_statement : Prop :=
  forall (n m : nat) (gamma sigma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (v : nat -> R)
    (v' : (nat -> R) -> nat -> R) (s : nat) (error : R),
    (s < n)%nat -> stochastic n m P ->
    optimal_value n m gamma P r v -> (forall z, optimal_value n m gamma P (noised n sigma r z) (v' z)) ->
    mean (n * m) (fun z => Rabs (v' z s - v s)) error ->
    exists b e, mean (n * m) (fun z => Rmax (Rabs (z 0%nat)) (best (n * m) z)) b /\ mean (n * m) (best (n * m)) e /\
      (prop10_repaired_domain e b error gamma (Z.of_nat m) (Z.of_nat n) sigma ->
        prop10_repaired_defined e b error gamma (Z.of_nat m) (Z.of_nat n) sigma /\
        prop10_repaired_claim e b error gamma (Z.of_nat m) (Z.of_nat n) sigma).
