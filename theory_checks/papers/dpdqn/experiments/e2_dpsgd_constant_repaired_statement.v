(* One noisy sum of a batch: least is the least delta as far as half-lines on the axis of the difference tell, which decide it. That
   the training is as private as this sum is left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import e2_dpsgd_constant_repaired_formula.
Open Scope R_scope.

Definition e2_dpsgd_constant_repaired_statement : Prop :=
  forall epsilon least mu sigma : R,
    least_delta epsilon mu least ->
    e2_dpsgd_constant_repaired_domain epsilon least mu sigma ->
    e2_dpsgd_constant_repaired_defined epsilon least mu sigma /\
    e2_dpsgd_constant_repaired_claim epsilon least mu sigma.
