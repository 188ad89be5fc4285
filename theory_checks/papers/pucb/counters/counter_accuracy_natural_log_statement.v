(* Two rounds, so that K = 2: the first release has the noise of item 1, the second that of both items together, independently; each
   error is at most the level with the probability that the density has there. Logarithms are natural. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace.
From pucb Require Import counter_accuracy_natural_log_formula.
Open Scope R_scope.

Definition counter_accuracy_natural_log_statement : Prop :=
  forall epsilon beta : R,
    let level := 4 / epsilon * ln (1 / beta) * sqrt (ln 2 ^ 5) in
    let within := RInt (density (2 / epsilon) 0) (- level) level in
    let failure := 1 - within ^ 2 in
    counter_accuracy_natural_log_domain 2 2 beta epsilon failure -> counter_accuracy_natural_log_claim 2 2 beta epsilon failure.
