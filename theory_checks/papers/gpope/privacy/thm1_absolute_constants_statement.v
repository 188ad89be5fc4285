(* There are constants with which N steps of Algorithm 1 are private on all data sets of m trajectories, for every start, step sizes and
   clip, even if the last iterate alone is released: no event f tells neighbours apart by more than delta. The proof denies it where
   delta is near 1, and the printed noise near 0; that no constants do for delta <= 1/2 either is not proved here. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Vectors Trajectories Releases Runs.
From gpope Require Import thm1_absolute_constants_formula.
Open Scope R_scope.

Definition thm1_absolute_constants_statement : Prop :=
  exists c1 c2, 0 < c1 /\ 0 < c2 /\
    forall (n m N : nat) (gamma sigma h epsilon delta p q : R) (beta : nat -> R) (start : vector) (d d' : list trajectory) (f : list vector -> R),
      0 < h -> (forall i, 0 < beta i) -> replaced d d' -> List.length d = m -> data_set d -> data_set d' -> event true f ->
      released n gamma sigma beta N h d (start :: nil) f p -> released n gamma sigma beta N h d' (start :: nil) f q ->
      let reached := p - exp epsilon * q in
      thm1_absolute_constants_domain (Z.of_nat N) c1 c2 delta epsilon (Z.of_nat m) reached sigma ->
      thm1_absolute_constants_claim (Z.of_nat N) c1 c2 delta epsilon (Z.of_nat m) reached sigma.
