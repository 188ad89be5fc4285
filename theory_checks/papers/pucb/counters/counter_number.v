(* Each sum is as many times its summand as it has terms. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Sums.
From pucb Require Import counter_number_formula counter_number_statement.
Open Scope R_scope.

Example met : counter_number_domain 1 1 1 (counters 1 1 1).
Proof. unfold counter_number_domain; lra. Qed.

Theorem counter_number_verified : counter_number_statement.
Proof.
  unfold counter_number_statement, counter_number_domain, counter_number_claim.
  intros S A H (states & actions & steps).
  unfold counters; rewrite !sum_const, <- !INR_IZR_INZ in *; split; [ring|].
  assert (0 < INR S * INR A * INR H) by (repeat apply Rmult_lt_0_compat; lra); nra.
Qed.
