(* The pointwise bound with the constant 1, for functions with a continuous derivative, and a function that attains it. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_embedding_repaired_formula.
Open Scope R_scope.

Definition lemma6_embedding_repaired_statement : Prop :=
  forall beta : R, 0 < beta ->
    (forall (x : R) (f df : R -> R), smooth f df -> 0 <= x <= 1 ->
      lemma6_embedding_repaired_domain (square beta f df) (f x) -> lemma6_embedding_repaired_claim (square beta f df) (f x)) /\
    (exists (x : R) (f df : R -> R), smooth f df /\ 0 <= x <= 1 /\ 0 < f x /\ f x ^ 2 = square beta f df).
