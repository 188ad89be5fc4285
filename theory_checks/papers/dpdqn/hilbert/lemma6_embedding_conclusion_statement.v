(* The pointwise bound with the constant 2 beta, for functions with a continuous derivative: true for beta >= 1/2, and false
   for every smaller beta. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_embedding_conclusion_formula.
Open Scope R_scope.

Definition lemma6_embedding_conclusion_statement : Prop :=
  (forall (beta x : R) (f df : R -> R), smooth f df ->
    lemma6_embedding_conclusion_domain beta (square beta f df) (f x) x -> lemma6_embedding_conclusion_region beta (square beta f df) (f x) x ->
    lemma6_embedding_conclusion_claim beta (square beta f df) (f x) x) /\
  (forall beta : R, 0 < beta < 1 / 2 -> exists (x : R) (f df : R -> R), smooth f df /\
    lemma6_embedding_conclusion_domain beta (square beta f df) (f x) x /\ ~ lemma6_embedding_conclusion_claim beta (square beta f df) (f x) x).
