(* The display alone: the exponent is a least value over lambda > 0. *)
From Coq Require Import Reals ZArith.
From gpope Require Import b2_minimum_display_formula.
Open Scope R_scope.

Definition b2_minimum_display_statement : Prop :=
  forall (m N : Z) (sigma epsilon exponent : R),
    let at_order := fun lambda => IZR N * lambda ^ 2 / (IZR m ^ 2 * sigma ^ 2) - lambda * epsilon in
    b2_minimum_display_domain N epsilon exponent m sigma ->
    (exists lambda, 0 < lambda /\ forall other, 0 < other -> at_order lambda <= at_order other) /\
    ((forall lambda, 0 < lambda -> exponent <= at_order lambda) ->
      b2_minimum_display_defined N epsilon exponent m sigma /\ b2_minimum_display_claim N epsilon exponent m sigma).
