(* least is the least delta of all updates, as far as half-lines tell, which decide it; each of them attains the squared norm. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import thm5_composition_formula.
Open Scope R_scope.

Definition thm5_composition_statement : Prop :=
  forall (B : Z) (L alpha delta epsilon k least mu norm_squared sigma : R) (updates : Z),
    mu = sqrt (IZR updates * norm_squared) / sigma -> least_delta epsilon mu least ->
    thm5_composition_domain B L alpha delta epsilon k least mu norm_squared sigma updates ->
    thm5_composition_defined B L alpha delta epsilon k least mu norm_squared sigma updates ->
    thm5_composition_claim B L alpha delta epsilon k least mu norm_squared sigma updates.
