(* One noise of scale 1/epsilon: what later users are told together tells at most epsilon. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Coalition.
From pucb Require Import coalition_future_privacy_parameter_formula.
Open Scope R_scope.

Definition coalition_future_privacy_parameter_statement : Prop :=
  forall (t k : nat) (member : nat -> Prop) (u w : nat -> R) (epsilon loss : R),
    first_after t member k -> coalition_loss (1 / epsilon) t member u w loss ->
    coalition_future_privacy_parameter_domain epsilon loss -> coalition_future_privacy_parameter_claim epsilon loss.
