(* The variance of the largest of n independent normal numbers of deviation sigma_z. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Variances Chernoff.
From dpdqn Require Import lemma8_variance_max_formula.
Open Scope R_scope.

Definition lemma8_variance_max_statement : Prop :=
  forall (n : Z) (sigma_z v : R),
    variance (Z.to_nat n) (largest (Z.to_nat n) sigma_z) v ->
    lemma8_variance_max_domain n sigma_z v -> lemma8_variance_max_claim n sigma_z v.
