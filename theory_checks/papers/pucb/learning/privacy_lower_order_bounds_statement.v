(* The part of the printed upper bounds that is due to privacy is at most a share of the other term exactly from some number of episodes
   on, and exactly up to some accuracy; factors that are hidden in the rates are left out. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition privacy_lower_order_bounds_statement : Prop :=
  forall S A H epsilon share : R, 1 <= S -> 1 <= A -> 1 <= H -> 0 < epsilon -> 0 < share ->
    (forall T, 0 < T ->
      (S * A * H ^ 3 + S ^ 2 * A * H ^ 3) / epsilon <= share * (H ^ 2 * sqrt (S * A * T)) <->
      S * A * (H * (1 + S) / (epsilon * share)) ^ 2 <= T) /\
    (forall alpha, 0 < alpha ->
      S ^ 2 * A * H ^ 4 / (epsilon * alpha) <= share * (S * A * H ^ 4 / alpha ^ 2) <-> alpha <= share * epsilon / S).
