(* The corrected lines, with the mean under the law 1 of the outputs, whose log ratio is normal by Cameron and Martin. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Moments.
From dpdqn Require Import thm5_display_chain_repaired_formula.
Open Scope R_scope.

Definition thm5_display_chain_repaired_statement : Prop :=
  forall D epsilon factor lambda last log_moment second third moment : R,
    ratio_moment 1 D lambda epsilon moment /\ log_moment = ln moment ->
    thm5_display_chain_repaired_domain D epsilon factor lambda last log_moment second third ->
    thm5_display_chain_repaired_defined D epsilon factor lambda last log_moment second third /\
    thm5_display_chain_repaired_claim D epsilon factor lambda last log_moment second third.
