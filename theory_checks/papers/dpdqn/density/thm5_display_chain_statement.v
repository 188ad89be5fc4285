(* The lines of the display, with the mean under either law of the outputs, whose log ratio is normal by Cameron and Martin. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Moments.
From dpdqn Require Import thm5_display_chain_formula.
Open Scope R_scope.

Definition thm5_display_chain_statement : Prop :=
  exists law : nat, forall (updates : Z) (D epsilon factor lambda last log_moment norm_squared second sigma third moment : R),
    ratio_moment law D lambda epsilon moment /\ log_moment = ln moment ->
    thm5_display_chain_domain D epsilon factor lambda last log_moment norm_squared second sigma third updates ->
    thm5_display_chain_defined D epsilon factor lambda last log_moment norm_squared second sigma third updates ->
    thm5_display_chain_claim D epsilon factor lambda last log_moment norm_squared second sigma third updates.
