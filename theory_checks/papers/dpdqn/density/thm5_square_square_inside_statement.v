(* The completion of the square, under either law of the outputs, whose log ratio is normal by Cameron and Martin. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Moments.
From dpdqn Require Import thm5_square_square_inside_formula.
Open Scope R_scope.

Definition thm5_square_square_inside_statement : Prop :=
  exists law : nat, forall (updates : Z) (D epsilon lambda log_moment norm_squared sigma moment : R),
    ratio_moment law D lambda epsilon moment /\ log_moment = ln moment ->
    thm5_square_square_inside_domain D epsilon lambda log_moment norm_squared sigma updates ->
    thm5_square_square_inside_defined D epsilon lambda log_moment norm_squared sigma updates ->
    thm5_square_square_inside_claim D epsilon lambda log_moment norm_squared sigma updates.
