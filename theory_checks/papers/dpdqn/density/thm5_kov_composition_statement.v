(* least is the least delta of all updates, as far as half-lines tell, which decide it; each of them has the sensitivity norm. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import thm5_kov_composition_formula.
Open Scope R_scope.

Definition thm5_kov_composition_statement : Prop :=
  forall (B T : Z) (delta epsilon least mu norm sigma : R) (updates : Z),
    mu = sqrt (IZR updates * norm ^ 2) / sigma -> least_delta epsilon mu least ->
    thm5_kov_composition_domain B T delta epsilon least mu norm sigma updates ->
    thm5_kov_composition_claim B T delta epsilon least mu norm sigma updates.
