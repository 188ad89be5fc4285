(* The mean of the larger of the two end values of the path, and that of the modulus of a normal number with the variance of their difference. *)
From Coq Require Import Reals.
From TheoryChecks Require Import NormalMean Paths.
From dpdqn Require Import v1_lemma10_base_repaired_formula.
Open Scope R_scope.

Definition v1_lemma10_base_repaired_statement : Prop :=
  forall beta mean modulus sigma : R,
    grid_mean beta sigma 0 mean ->
    mean_of_one (fun z => Rabs (sqrt (2 * (1 - exp (- beta)) * sigma ^ 2) * z)) modulus ->
    v1_lemma10_base_repaired_domain beta mean modulus sigma ->
    v1_lemma10_base_repaired_defined beta mean modulus sigma /\ v1_lemma10_base_repaired_claim beta mean modulus sigma.
