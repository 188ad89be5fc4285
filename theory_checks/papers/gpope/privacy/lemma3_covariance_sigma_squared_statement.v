(* Normal laws on R^n with the covariance sigma^2 I, sigma not 0; the divergence exists, and is what the formula says. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Vectors Renyi.
From gpope Require Import lemma3_covariance_sigma_squared_formula.
Open Scope R_scope.

Definition lemma3_covariance_sigma_squared_statement : Prop :=
  forall (n : nat) (mu nu : vector) (alpha sigma : R), sigma <> 0 -> 1 <= alpha ->
    let square := dot n (fun i => mu i - nu i) (fun i => mu i - nu i) in
    let divergence_is := renyi n (multiple (/ sigma ^ 2)) (multiple sigma) mu nu alpha in
    (exists divergence, divergence_is divergence) /\
    forall divergence, divergence_is divergence ->
      lemma3_covariance_sigma_squared_domain alpha divergence sigma square ->
      lemma3_covariance_sigma_squared_defined alpha divergence sigma square /\
      lemma3_covariance_sigma_squared_claim alpha divergence sigma square.
