(* The means of maxima of the path over the points i/2^(n+1), over the points i/2^n, and over the new points. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Paths.
From dpdqn Require Import v1_lemma10_increment_formula.
Open Scope R_scope.

Definition v1_lemma10_increment_statement : Prop :=
  forall (beta mu mu_next : R) (n : Z) (new sigma : R),
    grid_mean beta sigma (S (Z.to_nat n)) mu_next -> grid_mean beta sigma (Z.to_nat n) mu -> midpoint_mean beta sigma (Z.to_nat n) new ->
    v1_lemma10_increment_domain beta mu mu_next n new sigma -> v1_lemma10_increment_defined beta mu mu_next n new sigma ->
    v1_lemma10_increment_claim beta mu mu_next n new sigma.
