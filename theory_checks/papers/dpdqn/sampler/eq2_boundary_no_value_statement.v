(* Appendix A, the first query, with the missing neighbours put at 0 and 1 and nothing said of the noise there: the mean of
   Equation (2), in its repaired form, is some number mu, which the places determine, whatever these two values are. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
Open Scope R_scope.

Definition eq2_boundary_no_value_statement : Prop :=
  exists beta s mu : R, 0 < beta /\ 0 < s < 1 /\
  forall w_minus w_plus at_0 at_1 : R, predicts beta 0 s 1 w_minus w_plus -> w_minus * at_0 + w_plus * at_1 = mu.
