(* Equation (2) repaired, the factor of the variance: what the prediction from the two neighbours leaves, in both forms; all further
   stored points x outside of the two predict nothing more. *)
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
    eq2_variance_repaired_claim beta s s_minus s_plus variance /\
    (let a := beta * (s - s_minus) in
     let b := beta * (s_plus - s) in
     variance = (1 - exp (- (2 * a))) * (1 - exp (- (2 * b))) / (1 - exp (- (2 * (a + b))))) /\
    forall x, x <= s_minus \/ s_plus <= x ->
      w_minus * kernel beta s_minus x + w_plus * kernel beta s_plus x = kernel beta s x.
