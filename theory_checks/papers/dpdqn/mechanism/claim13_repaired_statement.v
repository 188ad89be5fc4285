(* Claim 13 repaired: exact is the least delta as far as half-lines on the axis of the difference tell, which decide it. Pairs of
   outputs nearer than Delta are left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import claim13_repaired_formula.
Open Scope R_scope.

Definition claim13_repaired_statement : Prop :=
  forall Delta epsilon exact mu sigma : R,
    least_delta epsilon mu exact ->
    claim13_repaired_domain Delta epsilon exact mu sigma ->
    claim13_repaired_defined Delta epsilon exact mu sigma /\
    claim13_repaired_claim Delta epsilon exact mu sigma.
