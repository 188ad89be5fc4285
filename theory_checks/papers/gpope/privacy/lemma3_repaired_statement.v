(* Normal laws on R^n with the covariance Sigma = L L', S its inverse; the divergence exists, and is what the formula says. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Vectors Renyi.
From gpope Require Import lemma3_repaired_formula.
Open Scope R_scope.

Definition lemma3_repaired_statement : Prop :=
  forall (n : nat) (Sigma S L : matrix) (mu nu : vector) (alpha : R),
    (forall i j, (i < n)%nat -> (j < n)%nat -> Sigma i j = image n L (L j) i) ->
    symmetric n S -> inverse n Sigma S ->
    let square := square n S (fun i => mu i - nu i) in
    1 <= alpha -> (exists divergence, renyi n S L mu nu alpha divergence) /\
      forall divergence, renyi n S L mu nu alpha divergence ->
        lemma3_repaired_domain alpha divergence square -> lemma3_repaired_claim alpha divergence square.
