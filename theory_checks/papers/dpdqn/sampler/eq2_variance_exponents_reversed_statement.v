(* Equation (2), the factor of the variance: the printed factor with the signs of both exponents outside the brackets reversed is the conditional variance. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_variance_exponents_reversed_formula.
Open Scope R_scope.

Definition eq2_variance_exponents_reversed_statement : Prop :=
  forall beta s s_minus s_plus w_minus w_plus : R,
    predicts beta s_minus s s_plus w_minus w_plus ->
    let variance := left_over beta s_minus s s_plus w_minus w_plus in
    eq2_variance_exponents_reversed_domain beta s s_minus s_plus variance ->
    eq2_variance_exponents_reversed_defined beta s s_minus s_plus variance ->
    eq2_variance_exponents_reversed_claim beta s s_minus s_plus variance.
