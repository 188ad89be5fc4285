(* There are constants with which N steps of Algorithm 1 are private on all data sets of m trajectories, for every start, step sizes and
   clip, even if the last iterate alone is released. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Trajectories Releases Runs.
From gpope Require Import thm1_absolute_constants_formula.
Open Scope R_scope.

Definition thm1_absolute_constants_statement : Prop :=
  exists c1 c2, 0 < c1 /\ 0 < c2 /\
    forall (n m N : nat) (gamma sigma h epsilon delta : R) (beta : nat -> R), 0 < h -> (forall i, 0 < beta i) ->
      thm1_absolute_constants_domain (Z.of_nat N) c1 c2 delta epsilon (Z.of_nat m) delta sigma ->
      private n gamma sigma beta (fun d d' => replaced d d' /\ List.length d = m) true N h epsilon delta.
