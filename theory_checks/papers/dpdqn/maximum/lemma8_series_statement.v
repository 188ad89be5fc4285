(* The mean of the maximum of the path over the points i/2^n, and the sum of the bounds on the increments. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Paths.
From dpdqn Require Import lemma8_series_formula.
Open Scope R_scope.

Definition lemma8_series_statement : Prop :=
  forall (beta : R) (last : Z) (mu_n : R) (n : Z) (sigma : R),
    grid_mean beta sigma (Z.to_nat n) mu_n ->
    lemma8_series_domain beta last mu_n n sigma -> lemma8_series_defined beta last mu_n n sigma ->
    lemma8_series_claim beta last mu_n n sigma.
