(* Both bounds on the sum, the first for a mean of the maximum that is at most 2/sqrt(pi) sqrt(beta) sigma, which is granted (Sudakov and
   Fernique). The sum to infinity is strictly below the bound as well. *)
From Coq Require Import Reals ZArith.
From dpdqn Require Import lemma8_series_repaired_formula.
Open Scope R_scope.

Definition bound (beta sigma : R) (i : nat) : R :=
  (sqrt (INR i) + 1 + 1 / exp (sqrt (INR i) + 1)) * sqrt (beta / 2 ^ i) * sigma.

Definition lemma8_series_repaired_statement : Prop :=
  forall (beta : R) (last : Z) (mu_n sigma : R),
    mu_n <= 2 / sqrt PI * sqrt beta * sigma ->
    lemma8_series_repaired_domain beta last mu_n sigma ->
    lemma8_series_repaired_defined beta last mu_n sigma /\ lemma8_series_repaired_claim beta last mu_n sigma /\
    exists most, most < 869 / 100 * sqrt beta * sigma /\
      forall k, sqrt (beta / PI) * sigma + sum_f_R0 (bound beta sigma) k <= most.
