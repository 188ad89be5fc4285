(* The last line of the display, for the least delta of all updates, as far as half-lines tell, which decide it; Delta is ||f||. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import thm5_final_delta_formula.
Open Scope R_scope.

Definition thm5_final_delta_statement : Prop :=
  forall (updates : Z) (D epsilon excess norm_squared sigma : R),
    D = IZR updates * norm_squared / sigma ^ 2 -> least_delta epsilon (sqrt D) excess ->
    thm5_final_delta_domain D epsilon excess norm_squared sigma updates ->
    thm5_final_delta_defined D epsilon excess norm_squared sigma updates /\
    thm5_final_delta_claim D epsilon excess norm_squared sigma updates.
