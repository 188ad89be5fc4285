(* The tail bound, for mechanisms that give every auxiliary input and every data set a law: sums or integrals, by their means.

   An accountant has a value at lambda only if all adjacent pairs have densities and moments there; delta is the infimum. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Laws Accountants.
Open Scope R_scope.

Section Mechanism.
Context {A D Y : Type} (adjacent : D -> D -> Prop) (M : A -> D -> law Y).

(* Log moments of order lambda of adjacent data sets *)
Definition moment_of_a_pair (lambda x : R) : Prop := exists aux d d' ratio,
  adjacent d d' /\ density_ratio (M aux d) (M aux d') ratio /\ log_moment (M aux d) ratio lambda x.

(* Definition 4, with a supremum for the maximum *)
Definition accountant (lambda a : R) : Prop :=
  (forall aux d d', adjacent d d' -> exists ratio x,
    density_ratio (M aux d) (M aux d') ratio /\ log_moment (M aux d) ratio lambda x) /\
  is_lub (moment_of_a_pair lambda) a.

(* Definition 2: events are given by the functions that are 1 on them, and 0 elsewhere. *)
Definition private (epsilon delta : R) : Prop := forall aux d d' event p q, adjacent d d' ->
  (forall y, event y = 0 \/ event y = 1) -> M aux d event p -> M aux d' event q -> p <= exp epsilon * q + delta.

Definition infimum (E : R -> Prop) (x : R) : Prop := (forall y, E y -> x <= y) /\ forall b, (forall y, E y -> b <= y) -> b <= x.

Definition tail_bound : Prop := forall epsilon delta, 0 < epsilon ->
  infimum (fun y => exists lambda a, 0 < lambda /\ accountant lambda a /\ y = exp (a - lambda * epsilon)) delta ->
  private epsilon delta.
End Mechanism.

Definition thm4_tail_statement : Prop :=
  forall (A D Y : Type) (adjacent : D -> D -> Prop) (M : A -> D -> law Y),
    (forall d d', adjacent d d' -> adjacent d' d) -> (forall aux d, is_law (M aux d)) -> tail_bound adjacent M.
