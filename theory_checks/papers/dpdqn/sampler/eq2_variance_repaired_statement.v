(* Equation (2) repaired, the factor of the variance: what the prediction from the two neighbours leaves. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_variance_repaired_formula.
Open Scope R_scope.

Definition eq2_variance_repaired_statement : Prop :=
  forall beta s s_minus s_plus w_minus w_plus : R,
    predicts beta s_minus s s_plus w_minus w_plus ->
    let variance := left_over beta s_minus s s_plus w_minus w_plus in
    eq2_variance_repaired_domain beta s s_minus s_plus variance ->
    eq2_variance_repaired_defined beta s s_minus s_plus variance /\
    eq2_variance_repaired_claim beta s s_minus s_plus variance.
