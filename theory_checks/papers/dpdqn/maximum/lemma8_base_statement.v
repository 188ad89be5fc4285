(* The means of the larger of the two end values of the path, and of the modulus of their difference. *)
From Coq Require Import Reals.
From TheoryChecks Require Import NormalMean Paths.
From dpdqn Require Import lemma8_base_formula.
Open Scope R_scope.

Definition lemma8_base_statement : Prop :=
  forall beta mean modulus sigma : R,
    grid_mean beta sigma 0 mean ->
    NormalMean.mean 2 (fun z => Rabs (grid beta sigma 0 z 0 - grid beta sigma 0 z 1)) modulus ->
    lemma8_base_domain beta mean modulus sigma ->
    lemma8_base_defined beta mean modulus sigma /\ lemma8_base_claim beta mean modulus sigma.
