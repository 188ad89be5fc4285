(* Normal laws on R^n with the covariance sigma I, as printed: (sqrt sigma) Z has it. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Vectors Renyi.
From gpope Require Import lemma3_covariance_sigma_formula.
Open Scope R_scope.

Definition lemma3_covariance_sigma_statement : Prop :=
  forall (n : nat) (mu nu : vector) (alpha divergence sigma : R),
    let square := dot n (fun i => mu i - nu i) (fun i => mu i - nu i) in
    renyi n (multiple (/ sigma)) (multiple (sqrt sigma)) mu nu alpha divergence ->
    lemma3_covariance_sigma_domain alpha divergence sigma square ->
    lemma3_covariance_sigma_defined alpha divergence sigma square ->
    lemma3_covariance_sigma_claim alpha divergence sigma square.
