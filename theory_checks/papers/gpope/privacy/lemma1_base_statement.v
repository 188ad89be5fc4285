(* mu_0 = N(0, sigma^2) and mu_1 = N(1, sigma^2), on the line; in both orders the divergence exists, and is what is printed. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Vectors Renyi.
From gpope Require Import lemma1_base_formula.
Open Scope R_scope.

Definition lemma1_base_statement : Prop :=
  forall (alpha sigma : R), lemma1_base_domain alpha 0 sigma ->
    let divergence_is mu nu := renyi 1 (multiple (/ sigma ^ 2)) (multiple sigma) (fun _ => mu) (fun _ => nu) alpha in
    forall mu nu, (mu = 0 /\ nu = 1) \/ (mu = 1 /\ nu = 0) ->
      (exists divergence, divergence_is mu nu divergence) /\
      forall divergence, divergence_is mu nu divergence ->
        lemma1_base_defined alpha divergence sigma /\ lemma1_base_claim alpha divergence sigma.
