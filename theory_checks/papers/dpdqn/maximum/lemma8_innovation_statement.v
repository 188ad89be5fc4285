(* What is left of the path at the midpoint of two neighbours: q is its correlation with each of them. That it is normal, and
   independent of what is left at other midpoints, is left out. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import lemma8_innovation_formula.
Open Scope R_scope.

Definition lemma8_innovation_statement : Prop :=
  forall beta sigma s step q w w' : R,
    0 < beta -> 0 < step -> predicts beta (s - step) s (s + step) w w' -> q = exp (- (beta * step)) ->
    let variance := sigma ^ 2 * left_over beta (s - step) s (s + step) w w' in
    lemma8_innovation_domain q sigma variance w ->
    lemma8_innovation_defined q sigma variance w /\ lemma8_innovation_claim q sigma variance w /\ w' = w.
