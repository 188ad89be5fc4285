(* The choice of epsilon and w, for the least delta of all updates, as far as half-lines tell, which decide it. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Gaussian.
From dpdqn Require Import thm5_w_choice_formula.
Open Scope R_scope.

Definition thm5_w_choice_statement : Prop :=
  forall (updates : Z) (D delta epsilon excess norm_squared sigma w : R),
    D = IZR updates * norm_squared / sigma ^ 2 -> epsilon = D / 2 + sqrt (2 * D * w) -> least_delta epsilon (sqrt D) excess ->
    thm5_w_choice_domain D delta epsilon excess norm_squared sigma updates w ->
    thm5_w_choice_defined D delta epsilon excess norm_squared sigma updates w /\
    thm5_w_choice_claim D delta epsilon excess norm_squared sigma updates w.
