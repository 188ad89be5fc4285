(* One noise of scale 1/epsilon: what later users are told together tells at most epsilon, and with the streams exchanged, too. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Laplace Coalition.
From pucb Require Import coalition_future_privacy_parameter_formula.
Open Scope R_scope.

Definition coalition_future_privacy_parameter_statement : Prop :=
  forall (t k : nat) (member : nat -> Prop) (u w : nat -> R) (epsilon loss : R),
    first_after t member k -> coalition_loss (1 / epsilon) t member u w loss ->
    coalition_future_privacy_parameter_domain epsilon loss -> coalition_future_privacy_parameter_claim epsilon loss /\
      (forall xi xi', (forall i, member i -> told u xi i = told w xi' i) ->
        coalition_future_privacy_parameter_claim epsilon (ln (density (1 / epsilon) 0 xi' / density (1 / epsilon) 0 xi))).
