(* T/B updates of sensitivity sqrt(C) at this noise: least is their least delta, as far as half-lines tell, which decide it. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import e3_sigma_repaired_formula.
Open Scope R_scope.

Definition e3_sigma_repaired_statement : Prop :=
  forall (B : Z) (C L : R) (T : Z) (alpha delta epsilon k least mu sigma v : R),
    mu = sqrt (IZR T / IZR B * C) / sigma -> least_delta epsilon mu least ->
    e3_sigma_repaired_domain B C L T alpha delta epsilon k least sigma v ->
    e3_sigma_repaired_claim B C L T alpha delta epsilon k least sigma v.
