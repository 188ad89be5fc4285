(* Lemma 3 of the first version: exact is the least delta as far as half-lines on the axis of the difference tell, which decide it.
   Pairs of outputs nearer than Delta are left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import v1_lemma3_formula.
Open Scope R_scope.

Definition v1_lemma3_statement : Prop :=
  forall Delta delta epsilon exact mu sigma : R,
    least_delta epsilon mu exact ->
    v1_lemma3_domain Delta delta epsilon exact mu sigma ->
    v1_lemma3_claim Delta delta epsilon exact mu sigma.
