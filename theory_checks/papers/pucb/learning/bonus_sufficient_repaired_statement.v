(* The noise of the counters moves an estimate by at most the repaired bonus, for values cut to [0, H]. The true count is n', with
   rewards in [0, 1] whose sum is r', and m' counts its transitions; all are E at most off. Left out is that for H >= 2 no smaller
   multiple of E/n will do, and that 2 E/n will at the last step. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Estimates.
From pucb Require Import bonus_sufficient_repaired_formula.
Open Scope R_scope.

Definition bonus_sufficient_repaired_statement : Prop :=
  forall (S H : nat) (E n n' r r' : R) (m m' V : nat -> R),
    Rabs (n - n') < E -> Rabs (r - r') < E -> (forall s, (s < S)%nat -> Rabs (m s - m' s) < E) ->
    0 <= r' <= n' -> (forall s, (s < S)%nat -> 0 <= m' s) -> sum S m' <= n' ->
    (forall s, (s < S)%nat -> 0 <= V s <= INR H) ->
    let error := Rabs (estimate S n r m V - estimate S n' r' m' V) in
    bonus_sufficient_repaired_domain E (Z.of_nat H) (Z.of_nat S) error n ->
    n' > 0 /\ bonus_sufficient_repaired_defined E (Z.of_nat H) (Z.of_nat S) error n /\
    bonus_sufficient_repaired_claim E (Z.of_nat H) (Z.of_nat S) error n.
