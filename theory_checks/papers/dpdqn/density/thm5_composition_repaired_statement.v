(* The composition as one Gaussian mechanism: least is the least delta as far as half-lines on the axis of the difference tell, which
   decide it. That the updates together are this one mechanism is left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import thm5_composition_repaired_formula.
Open Scope R_scope.

Definition thm5_composition_repaired_statement : Prop :=
  forall (updates : Z) (Delta epsilon least mu sigma : R),
    least_delta epsilon mu least ->
    thm5_composition_repaired_domain Delta epsilon least mu sigma updates ->
    thm5_composition_repaired_defined Delta epsilon least mu sigma updates /\
    thm5_composition_repaired_claim Delta epsilon least mu sigma updates.
