(* The moment bound with the mean under the law 0: excess is the least delta of all updates, as far as half-lines tell, which decide it. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Gaussian Moments.
From dpdqn Require Import thm5_moment_bound_formula.
Open Scope R_scope.

Definition thm5_moment_bound_statement : Prop :=
  forall (updates : Z) (D epsilon excess lambda log_moment mu norm_squared sigma moment : R),
    mu = sqrt (IZR updates * norm_squared) / sigma -> least_delta epsilon mu excess ->
    ratio_moment 0 D lambda epsilon moment /\ log_moment = ln moment ->
    thm5_moment_bound_domain D epsilon excess lambda log_moment mu norm_squared sigma updates ->
    thm5_moment_bound_defined D epsilon excess lambda log_moment mu norm_squared sigma updates ->
    thm5_moment_bound_claim D epsilon excess lambda log_moment mu norm_squared sigma updates.
