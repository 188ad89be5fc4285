(* least is the least delta of all updates, as far as half-lines tell, which decide it; each of them attains C. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import line5_sigma_all_under_root_formula.
Open Scope R_scope.

Definition line5_sigma_all_under_root_statement : Prop :=
  forall (B : Z) (C : R) (T : Z) (delta epsilon least mu sigma : R) (updates : Z),
    mu = sqrt (IZR updates * C) / sigma -> least_delta epsilon mu least ->
    line5_sigma_all_under_root_domain B C T delta epsilon least mu sigma updates ->
    line5_sigma_all_under_root_claim B C T delta epsilon least mu sigma updates.
