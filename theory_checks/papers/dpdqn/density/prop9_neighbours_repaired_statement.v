(* The row of K_10 K_00^{-1} of a point between two stored neighbours: their weights, and zeros for all stored points further
   away, which are predicted with these weights; beyond the outermost stored point its weight alone. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import prop9_neighbours_repaired_formula.
Open Scope R_scope.

Definition prop9_neighbours_repaired_statement : Prop :=
  forall beta p r w_left w_right x x_left x_right : R,
    predicts beta x_left x x_right w_left w_right -> p = kernel beta x_left x -> r = kernel beta x x_right ->
    prop9_neighbours_repaired_domain beta p r w_left w_right x x_left x_right ->
    prop9_neighbours_repaired_defined beta p r w_left w_right x x_left x_right /\
    prop9_neighbours_repaired_claim beta p r w_left w_right x x_left x_right /\
    (forall y, y <= x_left \/ x_right <= y -> w_left * kernel beta x_left y + w_right * kernel beta x_right y = kernel beta x y) /\
    (forall z y, x_right <= z -> y <= x_right -> kernel beta z x_right * kernel beta x_right y = kernel beta z y).
