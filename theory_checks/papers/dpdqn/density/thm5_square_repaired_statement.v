(* The completion of the square, with the mean under the law 1 of the outputs, whose log ratio is normal by Cameron and Martin. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Moments.
From dpdqn Require Import thm5_square_repaired_formula.
Open Scope R_scope.

Definition thm5_square_repaired_statement : Prop :=
  forall (updates : Z) (D epsilon lambda log_moment norm_squared sigma moment : R),
    ratio_moment 1 D lambda epsilon moment /\ log_moment = ln moment ->
    thm5_square_repaired_domain D epsilon lambda log_moment norm_squared sigma updates ->
    thm5_square_repaired_defined D epsilon lambda log_moment norm_squared sigma updates /\
    thm5_square_repaired_claim D epsilon lambda log_moment norm_squared sigma updates.
