(* What the induction of Theorem 3 is said to prove: errors that obey (6.3) for beta_j = eta/(lambda_min(Q) j). *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm3_induction_hypothesis_formula.
Open Scope R_scope.

Definition thm3_induction_hypothesis_statement : Prop :=
  (forall (errors : nat -> R) (i : nat) (H eta w : R), allowed eta w i errors ->
    thm3_induction_hypothesis_domain H (errors i) eta (Z.of_nat i) (errors 1%nat) w ->
    thm3_induction_hypothesis_region H (errors i) eta (Z.of_nat i) (errors 1%nat) w ->
    thm3_induction_hypothesis_defined H (errors i) eta (Z.of_nat i) (errors 1%nat) w /\
    thm3_induction_hypothesis_claim H (errors i) eta (Z.of_nat i) (errors 1%nat) w) /\
  (forall (eta : R), eta > 1 -> ~ thm3_induction_hypothesis_region 0 0 eta 1 0 0 ->
    exists (errors : nat -> R) (i : nat) (H w : R), allowed eta w i errors /\
    thm3_induction_hypothesis_domain H (errors i) eta (Z.of_nat i) (errors 1%nat) w /\
    thm3_induction_hypothesis_defined H (errors i) eta (Z.of_nat i) (errors 1%nat) w /\
    ~ thm3_induction_hypothesis_claim H (errors i) eta (Z.of_nat i) (errors 1%nat) w).
