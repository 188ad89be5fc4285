(* Lemma 6 of the first version with the factor Delta in the noise: exact is the least delta as far as half-lines on the axis of the difference tell, which decide it. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import v1_lemma6_with_sensitivity_formula.
Open Scope R_scope.

Definition v1_lemma6_with_sensitivity_statement : Prop :=
  forall Delta delta epsilon exact mu norm sigma : R,
    least_delta epsilon mu exact ->
    v1_lemma6_with_sensitivity_domain Delta delta epsilon exact mu norm sigma ->
    v1_lemma6_with_sensitivity_claim Delta delta epsilon exact mu norm sigma.
