(* The bound that is drawn from the induction of Theorem 3: errors that obey (6.3) for beta_j = eta/(lambda_min(Q) j). *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm3_induction_conclusion_formula.
Open Scope R_scope.

Definition thm3_induction_conclusion_statement : Prop :=
  (forall (errors : nat -> R) (N : nat) (H eta w : R), allowed eta w (S N) errors ->
    thm3_induction_conclusion_domain H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w ->
    thm3_induction_conclusion_region H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w ->
    thm3_induction_conclusion_defined H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w /\
    thm3_induction_conclusion_claim H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w) /\
  (forall (eta : R), eta > 1 -> ~ thm3_induction_conclusion_region 0 1 0 eta 0 0 ->
    exists (errors : nat -> R) (N : nat) (H w : R), allowed eta w (S N) errors /\
    thm3_induction_conclusion_domain H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w /\
    thm3_induction_conclusion_defined H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w /\
    ~ thm3_induction_conclusion_claim H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w).
