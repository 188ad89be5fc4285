(* Equation (2), the factor of the variance: the printed factor is the conditional variance. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_variance_identity_formula.
Open Scope R_scope.

Definition eq2_variance_identity_statement : Prop :=
  forall beta s s_minus s_plus w_minus w_plus : R,
    predicts beta s_minus s s_plus w_minus w_plus ->
    let variance := left_over beta s_minus s s_plus w_minus w_plus in
    eq2_variance_identity_domain beta s s_minus s_plus variance ->
    eq2_variance_identity_defined beta s s_minus s_plus variance ->
    eq2_variance_identity_claim beta s s_minus s_plus variance.
