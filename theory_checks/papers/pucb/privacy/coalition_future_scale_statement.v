(* One noise of scale epsilon: what later users are told together tells at most epsilon inside of the region, and more outside;
   and inside with the streams exchanged, too. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Laplace Coalition.
From pucb Require Import coalition_future_scale_formula.
Open Scope R_scope.

Definition coalition_future_scale_statement : Prop :=
  forall (t k : nat) (member : nat -> Prop) (u w : nat -> R) (epsilon loss : R),
    first_after t member k -> coalition_loss epsilon t member u w loss ->
    coalition_future_scale_domain epsilon loss -> (coalition_future_scale_claim epsilon loss <-> coalition_future_scale_region epsilon loss) /\
      (coalition_future_scale_region epsilon loss -> forall xi xi', (forall i, member i -> told u xi i = told w xi' i) ->
        coalition_future_scale_claim epsilon (ln (density epsilon 0 xi' / density epsilon 0 xi))).
