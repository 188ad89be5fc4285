(* Variances of maxima of the path over the points i/2^n, over the new points between them, and of their difference; all three exist. The
   first inequality is proved; for the second it is granted that the variance of a maximum of normal numbers of variance sigma^2 is
   at most sigma^2 (Poincare). That no bound which vanishes with the step is possible is left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Maximum Variances Paths.
From dpdqn Require Import lemma8_variance_level_repaired_formula.
Open Scope R_scope.

Definition lemma8_variance_level_repaired_statement : Prop :=
  forall (level : nat) (beta sigma : R), 0 < beta -> 0 < sigma ->
    let old := fun z => best (2 ^ level + 1) (fun i => grid beta sigma (S level) z (2 * i)) in
    let new := fun z => best (2 ^ level) (fun i => grid beta sigma (S level) z (2 * i + 1)) in
    exists difference first second : R,
      variance (2 ^ S level + 1) (fun z => new z - old z) difference /\
      variance (2 ^ S level + 1) new first /\ variance (2 ^ S level + 1) old second /\
      lemma8_variance_level_repaired_domain beta difference (Z.of_nat level) first second sigma /\
      difference <= first + second /\
      (first <= sigma ^ 2 -> second <= sigma ^ 2 -> lemma8_variance_level_repaired_claim beta difference (Z.of_nat level) first second sigma).
