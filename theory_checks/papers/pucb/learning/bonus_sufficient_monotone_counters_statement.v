(* The noise of the counters moves an estimate by at most the bonus, for the values that Algorithm 3 computes from releases that are not
   negative, while all errors are at most E. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Estimates Planner PrintedPlanner.
From pucb Require Import bonus_sufficient_monotone_counters_formula.
Open Scope R_scope.

Definition bonus_sufficient_monotone_counters_statement : Prop :=
  forall (S A H : nat) (X E undefined : R) number (told true_ : counts),
    (1 <= A)%nat -> 0 <= undefined -> nonnegative S A H told -> possible S A H number true_ -> within_level S A H E told true_ ->
    forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat ->
      let n := visits told j s a in
      let V := printed_value S A H X E undefined told j in
      let error := Rabs (estimate S n (rewards told j s a) (moves told j s a) V
        - estimate S (visits true_ j s a) (rewards true_ j s a) (moves true_ j s a) V) in
      bonus_sufficient_monotone_counters_domain E (Z.of_nat H) (Z.of_nat S) error n ->
      bonus_sufficient_monotone_counters_claim E (Z.of_nat H) (Z.of_nat S) error n.
