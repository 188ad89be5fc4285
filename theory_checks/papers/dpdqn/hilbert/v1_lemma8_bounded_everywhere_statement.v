(* Lemma 8 of the first version: a network whose activation function is Lipschitz is continuous and Lipschitz, and its steps on grids have a finite
   energy. An activation function with a derivative everywhere that is at most c is such a one. That a function with such an
   energy is in H^1 is a theorem of Riesz, which is not proved here. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Networks.
Open Scope R_scope.

Definition v1_lemma8_bounded_everywhere_statement : Prop :=
  (forall (psi : R -> R) (c : R) (ls : list layer), lipschitz c psi -> network ls ->
    let f := value psi ls in
    continuous_inside f /\ (exists L, 0 <= L /\ forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (f x - f y) <= L * Rabs (x - y)) /\
    exists e, energy f e) /\
  (forall (psi dpsi : R -> R) (c : R), (forall u, derivable_pt_lim psi u (dpsi u)) -> (forall u, Rabs (dpsi u) <= c) -> lipschitz c psi).
