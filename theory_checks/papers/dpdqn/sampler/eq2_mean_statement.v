(* Equation (2), the mean: the printed weights are those of the prediction from the two neighbours. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_mean_formula.
Open Scope R_scope.

Definition eq2_mean_statement : Prop :=
  forall beta s s_minus s_plus w_minus w_plus : R,
    predicts beta s_minus s s_plus w_minus w_plus ->
    eq2_mean_domain beta s s_minus s_plus w_minus w_plus ->
    eq2_mean_defined beta s s_minus s_plus w_minus w_plus ->
    eq2_mean_claim beta s s_minus s_plus w_minus w_plus.
