(* Variances of maxima of the path over the points i/2^n, over the new points between them, and of their difference. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Maximum Variances Paths.
From dpdqn Require Import lemma8_variance_level_formula.
Open Scope R_scope.

Definition lemma8_variance_level_statement : Prop :=
  forall (beta difference : R) (n : Z) (sigma variances first second : R),
    let level := Z.to_nat n in
    let old := fun z => best (2 ^ level + 1) (fun i => grid beta sigma (S level) z (2 * i)) in
    let new := fun z => best (2 ^ level) (fun i => grid beta sigma (S level) z (2 * i + 1)) in
    variance (2 ^ S level + 1) (fun z => new z - old z) difference ->
    variance (2 ^ S level + 1) new first -> variance (2 ^ S level + 1) old second -> variances = first + second ->
    lemma8_variance_level_domain beta difference n sigma variances ->
    lemma8_variance_level_defined beta difference n sigma variances ->
    lemma8_variance_level_claim beta difference n sigma variances.
