(* The quotient of an estimate is formed only where the released count n is positive and at least 2 E.

   The true count is n', with rewards in [0, 1] whose sum is r', and m' counts its transitions; all are E at most off. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Estimates.
Open Scope R_scope.

Definition q_estimate_repaired_statement : Prop :=
  forall (S H : nat) (E n : R), n >= 2 * E -> n > 0 ->
    n <> 0 /\
    (forall (n' r r' : R) (m m' V : nat -> R), 0 <= E ->
      Rabs (n - n') <= E -> Rabs (r - r') <= E -> (forall s, (s < S)%nat -> Rabs (m s - m' s) <= E) ->
      0 <= r' <= n' -> (forall s, (s < S)%nat -> 0 <= m' s) -> sum S m' <= n' ->
      (forall s, (s < S)%nat -> 0 <= V s <= INR H) ->
      Rabs (estimate S n r m V) <= INR H + 1 + (2 + INR H + INR S * INR H) / 2).
