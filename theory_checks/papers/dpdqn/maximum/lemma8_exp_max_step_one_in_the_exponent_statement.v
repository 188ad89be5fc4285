(* The lines for every law of z with the stated mean and variance for which their means exist. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Laws.
From dpdqn Require Import lemma8_exp_max_step_one_in_the_exponent_formula.
Open Scope R_scope.

Definition lemma8_exp_max_step_one_in_the_exponent_statement : Prop :=
  forall (Omega : Type) (averages : (Omega -> R) -> R -> Prop) (z : Omega -> R) (n : Z) (c jensen larger mean positive third variance : R),
    is_law averages -> averages (fun w => z w / c) mean -> averages (fun w => (z w / c - mean) ^ 2) variance ->
    averages (fun w => Rmax (z w) 0) positive -> averages (fun w => exp (1 / c * Rmax (z w) 0)) jensen ->
    averages (fun w => Rmax (exp (z w / c)) (exp 0)) larger -> averages (fun w => exp (z w / c + 1)) third ->
    lemma8_exp_max_step_one_in_the_exponent_domain c jensen larger mean n positive third variance ->
    lemma8_exp_max_step_one_in_the_exponent_defined c jensen larger mean n positive third variance /\
    lemma8_exp_max_step_one_in_the_exponent_claim c jensen larger mean n positive third variance.
