(* Claim 13 with standard normal noise: exact is the least delta as far as half-lines on the axis of the difference tell, which decide
   it. Pairs of outputs nearer than Delta are left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import claim13_standard_noise_formula.
Open Scope R_scope.

Definition claim13_standard_noise_statement : Prop :=
  forall Delta delta epsilon exact mu sigma : R,
    least_delta epsilon mu exact ->
    claim13_standard_noise_domain Delta delta epsilon exact mu sigma ->
    claim13_standard_noise_claim Delta delta epsilon exact mu sigma.
