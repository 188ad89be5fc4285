(* The bound that is drawn from the induction of Theorem 3, without noise: w is 0 in the domain. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm3_induction_noiseless_formula.
Open Scope R_scope.

Definition thm3_induction_noiseless_statement : Prop :=
  (forall (errors : nat -> R) (N : nat) (H eta w : R), allowed eta w (S N) errors ->
    thm3_induction_noiseless_domain H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w ->
    thm3_induction_noiseless_region H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w ->
    thm3_induction_noiseless_defined H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w /\
    thm3_induction_noiseless_claim H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w) /\
  (forall (eta : R), eta > 1 -> ~ thm3_induction_noiseless_region 0 1 0 eta 0 0 ->
    exists (errors : nat -> R) (N : nat) (H w : R), allowed eta w (S N) errors /\
    thm3_induction_noiseless_domain H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w /\
    thm3_induction_noiseless_defined H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w /\
    ~ thm3_induction_noiseless_claim H (Z.of_nat N) (errors (S N)) eta (errors 1%nat) w).
