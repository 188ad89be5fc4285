(* A network whose activation function, and which itself, has a bounded derivative at all points but finitely many is continuous,
   as functions of H^1 are, or at least its steps on every grid have no more energy than this bound allows. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Networks.
From dpdqn Require Import cor7_bounded_almost_everywhere_formula.
Open Scope R_scope.

Definition bounded_gradient (c : R) (f : R -> R) : Prop :=
  exists exceptions : list R, forall u, ~ In u exceptions -> exists slope, derivable_pt_lim f u slope /\ Rabs slope <= c.

Definition cor7_bounded_almost_everywhere_statement : Prop :=
  forall (psi : R -> R) (c gradient : R) (ls : list layer) (n : nat) (x : nat -> R),
    bounded_gradient c psi -> network ls -> bounded_gradient gradient (value psi ls) -> grid n x ->
    cor7_bounded_almost_everywhere_domain (steps (value psi ls) n x) gradient ->
    continuous_inside (value psi ls) \/ cor7_bounded_almost_everywhere_claim (steps (value psi ls) n x) gradient.
