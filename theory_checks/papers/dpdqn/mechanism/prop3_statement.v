(* Proposition 3: exact is the least delta as far as half-lines on the axis of the difference tell, which decide it. Pairs of outputs
   nearer than Delta are left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import prop3_formula.
Open Scope R_scope.

Definition prop3_statement : Prop :=
  forall Delta delta epsilon exact mu sigma : R,
    least_delta epsilon mu exact ->
    prop3_domain Delta delta epsilon exact mu sigma ->
    prop3_claim Delta delta epsilon exact mu sigma.
