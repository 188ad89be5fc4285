(* Equation (2) repaired, the mean: the weights are those of the prediction from the two neighbours, the only ones, the
   mean has the second form too, and with them all further stored points x outside of the two predict nothing more. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_mean_repaired_formula.
Open Scope R_scope.

Definition eq2_mean_repaired_statement : Prop :=
  forall beta g_minus g_plus mean s s_minus s_plus w_minus w_plus : R,
    predicts beta s_minus s s_plus w_minus w_plus -> mean = w_minus * g_minus + w_plus * g_plus ->
    eq2_mean_repaired_domain beta g_minus g_plus mean s s_minus s_plus w_minus w_plus ->
    eq2_mean_repaired_defined beta g_minus g_plus mean s s_minus s_plus w_minus w_plus /\
    eq2_mean_repaired_claim beta g_minus g_plus mean s s_minus s_plus w_minus w_plus /\
    (let a := beta * (s - s_minus) in
     let b := beta * (s_plus - s) in
     mean = (exp (- a) * (1 - exp (- (2 * b))) * g_minus + exp (- b) * (1 - exp (- (2 * a))) * g_plus) / (1 - exp (- (2 * (a + b))))) /\
    forall x, x <= s_minus \/ s_plus <= x ->
      w_minus * kernel beta s_minus x + w_plus * kernel beta s_plus x = kernel beta s x.
