(* From 2 E on the true count n' is more than half of the released count n; and where an estimate Q is not negative, the bonus
   of the first branch gives the same value at the threshold as that of the other one, H, and so until its part for noise is
   below H. With another factor than 2: every one above 1 keeps true counts positive, and none below 1 does. *)
From Coq Require Import Reals.
Open Scope R_scope.

(* Footnote 7, with level E and failure probability beta' *)
Definition sampling (T : nat) (E beta' n : R) : R := sqrt (2 * ln (INR T / beta') / Rmax (n - E) 1).
Definition noise (S H : nat) (E n : R) : R := (1 + INR S * INR H) * (3 * E / n + 2 * E ^ 2 / n ^ 2).
Definition bonus (S H T : nat) (E beta' n : R) : R := (INR H + 1) * sampling T E beta' n + noise S H E n.

Definition threshold_role_optimism_at_the_threshold_statement : Prop :=
  forall (S H T : nat) (E beta' : R), (1 <= S)%nat -> (1 <= H)%nat -> (1 <= T)%nat -> 0 < E -> 0 < beta' < 1 ->
    (forall n n', n >= 2 * E -> Rabs (n - n') < E -> n' > n / 2 /\ n / 2 >= E) /\
    noise S H E (2 * E) > INR H /\
    (forall n Q, n >= 2 * E -> noise S H E n >= INR H -> 0 <= Q ->
      Rmin (INR H) (Q + bonus S H T E beta' n) = INR H /\ Rmin (INR H) (Q + INR H) = INR H) /\
    (forall c, c > 1 -> forall n n', n >= c * E -> Rabs (n - n') < E -> n' > 0) /\
    (forall c, c < 1 -> exists n n', n >= c * E /\ Rabs (n - n') < E /\ n' < 0).
