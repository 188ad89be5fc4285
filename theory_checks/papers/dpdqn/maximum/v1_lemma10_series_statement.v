(* Both bounds on the sum, the first for a mean of the maximum that is at most 2/sqrt(pi) sqrt(beta) sigma, which is granted (Sudakov and
   Fernique). The sum to infinity is strictly below the bound as well. *)
From Coq Require Import Reals ZArith.
From dpdqn Require Import v1_lemma10_series_formula.
Open Scope R_scope.

Definition bound (beta sigma : R) (i : nat) : R :=
  sqrt (8 * INR i * beta * ln 2 / 2 ^ i) * sigma.

Definition v1_lemma10_series_statement : Prop :=
  forall (beta : R) (last : Z) (mu_n sigma : R),
    mu_n <= 2 / sqrt PI * sqrt beta * sigma ->
    v1_lemma10_series_domain beta last mu_n sigma ->
    v1_lemma10_series_defined beta last mu_n sigma /\ v1_lemma10_series_claim beta last mu_n sigma /\
    exists most, most < 1034 / 100 * sqrt beta * sigma /\
      forall k, sqrt (beta / PI) * sigma + sum_f_R0 (bound beta sigma) k <= most.
