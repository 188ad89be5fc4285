(* The inner product is positive definite, for functions with a continuous derivative. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_nondegenerate_repaired_formula.
Open Scope R_scope.

Definition lemma6_nondegenerate_repaired_statement : Prop :=
  (forall (beta : R) (f df : R -> R), smooth f df ->
    let mass := RInt (fun x => f x * f x) 0 1 in
    lemma6_nondegenerate_repaired_domain beta mass (square beta f df) -> lemma6_nondegenerate_repaired_claim beta mass (square beta f df)) /\
  (forall beta : R, 0 < beta -> exists f df g dg : R -> R, smooth f df /\ smooth g dg /\
    0 < square beta f df /\ 0 < square beta g dg /\ inner beta f df g dg = 0).
