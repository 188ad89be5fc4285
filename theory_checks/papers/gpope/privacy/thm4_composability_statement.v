(* Accountants of adaptive mechanisms add up: each of k steps sees what was released before.

   Granted: the log moment of the whole has a value (for sums and integrals that follows from those of the steps). *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Sums Laws Accountants.
Open Scope R_scope.

Section Steps.
Context {A D Y : Type} (adjacent : D -> D -> Prop) (step : A -> D -> list Y -> law Y)
  (ratio : A -> D -> D -> list Y -> Y -> R) (lambda : R).

(* Log moments of step i, after whatever outcomes of i steps *)
Definition moment_of_step (i : nat) (x : R) : Prop := exists aux d d' past, adjacent d d' /\ length past = i /\
  log_moment (step aux d past) (ratio aux d d' past) lambda x.

Definition accountant_of_step (i : nat) (a : R) : Prop :=
  (forall aux d d' past, adjacent d d' -> length past = i ->
    exists x, log_moment (step aux d past) (ratio aux d d' past) lambda x) /\
  is_lub (moment_of_step i) a.

Definition moment_of_all (k : nat) (x : R) : Prop := exists aux d d', adjacent d d' /\
  log_moment (in_sequence k (step aux d) nil) (joint_ratio k (ratio aux d d')) lambda x.
End Steps.

Definition thm4_composability_statement : Prop :=
  forall (A D Y : Type) (adjacent : D -> D -> Prop) (step : A -> D -> list Y -> law Y) (ratio : A -> D -> D -> list Y -> Y -> R),
    (forall aux d past, is_law (step aux d past)) ->
    (forall aux d d' past, adjacent d d' -> density_ratio (step aux d past) (step aux d' past) (ratio aux d d' past)) ->
    forall (k : nat),
      (* The densities of the whole are the products, *)
      (forall aux d d', adjacent d d' ->
        density_ratio (in_sequence k (step aux d) nil) (in_sequence k (step aux d') nil) (joint_ratio k (ratio aux d d'))) /\
      forall (lambda : R) (alpha : nat -> R), 0 < lambda ->
        (forall i, (i < k)%nat -> accountant_of_step adjacent step ratio lambda i (alpha i)) ->
        (* and its accountant is at most the sum; *)
        (forall a, is_lub (moment_of_all adjacent step ratio lambda k) a -> a <= sum k alpha) /\
        (* a pair that attains every step's accountant after whatever outcomes attains the sum. *)
        (forall aux d d', adjacent d d' ->
          (forall past, (length past < k)%nat -> log_moment (step aux d past) (ratio aux d d' past) lambda (alpha (length past))) ->
          moment_of_all adjacent step ratio lambda k (sum k alpha)).
