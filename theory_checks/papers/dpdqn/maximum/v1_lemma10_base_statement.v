(* The mean of the larger of the two end values of the path, and that of the modulus of a normal number with the printed variance. *)
From Coq Require Import Reals.
From TheoryChecks Require Import NormalMean Paths.
From dpdqn Require Import v1_lemma10_base_formula.
Open Scope R_scope.

Definition v1_lemma10_base_statement : Prop :=
  forall beta mean modulus sigma : R,
    grid_mean beta sigma 0 mean ->
    mean_of_one (fun z => Rabs (sqrt ((1 - exp (-2 * beta)) * sigma ^ 2) * z)) modulus ->
    v1_lemma10_base_domain beta mean modulus sigma ->
    v1_lemma10_base_defined beta mean modulus sigma -> v1_lemma10_base_claim beta mean modulus sigma.
