(* A state left of all stored ones, or right of them, at the distance gap from the nearest: the prediction from the nearest value, and
   what is left of the variance of a path of deviation sigma; all stored points x beyond predict nothing more. The first state of all
   is left out, and so is the law of all values together. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_boundary_repaired_formula.
Open Scope R_scope.

Definition eq2_boundary_repaired_statement : Prop :=
  forall beta gap nearest sigma s place w : R,
    Rabs (s - place) = gap -> w * kernel beta place place = kernel beta s place ->
    let mean := w * nearest in
    let variance := sigma ^ 2 * (kernel beta s s - w * kernel beta s place) in
    eq2_boundary_repaired_domain beta gap mean nearest sigma variance ->
    eq2_boundary_repaired_claim beta gap mean nearest sigma variance /\
    forall x, (s <= place <= x \/ x <= place <= s) -> w * kernel beta place x = kernel beta s x.
