(* The terms with epsilon of the printed bounds, as functions of the number S of states: the lower ones are multiples of S, and the upper
   ones exceed every multiple of S. Factors that are hidden in the rates are left out. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition linear (f : nat -> R) : Prop := exists c, 0 < c /\ forall S, f S = c * INR S.
Definition more_than_linear (f : nat -> R) : Prop := forall c, exists S, (1 <= S)%nat /\ c * INR S < f S.

Definition state_gap_printed_terms_statement : Prop :=
  forall A H epsilon alpha : R, 1 <= A -> 1 <= H -> 0 < epsilon -> 0 < alpha ->
    linear (fun S => INR S * A * H / (epsilon * alpha)) /\ linear (fun S => INR S * A * H / epsilon) /\
    more_than_linear (fun S => INR S ^ 2 * A * H ^ 4 / (epsilon * alpha)) /\
    more_than_linear (fun S => (INR S * A * H ^ 3 + INR S ^ 2 * A * H ^ 3) / epsilon).
