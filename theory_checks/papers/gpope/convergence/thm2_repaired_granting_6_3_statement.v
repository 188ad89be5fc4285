(* The second part of Theorem 2 (repaired): (6.3) is granted for each of N steps, and the error after them obeys (6.4). *)
From Coq Require Import Reals ZArith.
From gpope Require Import thm2_repaired_granting_6_3_formula.
Open Scope R_scope.

Definition thm2_repaired_granting_6_3_statement : Prop :=
  forall (errors : nat -> R) (N : nat) (beta lmin v : R),
    (forall i, (1 <= i <= N)%nat -> errors (S i) <= (1 - beta * lmin) ^ 2 * errors i + beta ^ 2 * v) ->
    thm2_repaired_granting_6_3_domain (Z.of_nat N) beta (errors (S N)) lmin (errors 1%nat) v ->
    thm2_repaired_granting_6_3_defined (Z.of_nat N) beta (errors (S N)) lmin (errors 1%nat) v /\
    thm2_repaired_granting_6_3_claim (Z.of_nat N) beta (errors (S N)) lmin (errors 1%nat) v.
