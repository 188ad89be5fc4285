(* The expected l1 norm of the noise of m actions in n states, of deviation sigma each. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums NormalMean.
From dpdqn Require Import lemma16_arithmetic_n_under_root_formula.
Open Scope R_scope.

Definition lemma16_arithmetic_n_under_root_statement : Prop :=
  forall (n m : nat) (gamma sigma norm : R),
    mean (n * m) (fun z => sum (n * m) (fun i => Rabs (sigma * z i))) norm ->
    lemma16_arithmetic_n_under_root_domain gamma (Z.of_nat m) (Z.of_nat n) norm sigma ->
    lemma16_arithmetic_n_under_root_defined gamma (Z.of_nat m) (Z.of_nat n) norm sigma ->
    lemma16_arithmetic_n_under_root_claim gamma (Z.of_nat m) (Z.of_nat n) norm sigma.
