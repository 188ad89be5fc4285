(* S = A = H = 1 and two episodes, so that K = 2: before the second episode each of the three counters has one item, and one noise of
   scale 3 H K/epsilon; all errors are below the level with the cube of the probability that the density has there.
   Logarithms are natural. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace.
From pucb Require Import e_epsilon_natural_log_formula.
Open Scope R_scope.

Definition e_epsilon_natural_log_statement : Prop :=
  forall epsilon beta' : R,
    let counters := 2 * 1 * 1 * 1 + 1 ^ 2 * 1 * 1 in
    let level := 3 / epsilon * 1 * ln (counters * / beta') * sqrt (ln 2 ^ 5) in
    let within := RInt (density (3 * 1 * 2 / epsilon) 0) (- level) level in
    let failure := 1 - within ^ 3 in
    level >= 0 -> e_epsilon_natural_log_domain 1 1 2 1 2 beta' epsilon failure -> e_epsilon_natural_log_claim 1 1 2 1 2 beta' epsilon failure.
