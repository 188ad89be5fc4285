(* There are constants with which N steps of Algorithm 1 are private on all data sets of m trajectories, for every start, step sizes and
   clip, every delta up to 1/2, and even if the last iterate alone is released: no event f tells neighbours apart by more than delta.
   That is claimed of one m alone, whichever it is: to deny this is to say that the constants may not even depend on m. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Vectors Trajectories Releases Runs.
From gpope Require Import thm1_absolute_constants_formula.
Open Scope R_scope.

Definition thm1_absolute_constants_statement : Prop :=
  exists (m : nat) (c1 c2 : R), (1 <= m)%nat /\ 0 < c1 /\ 0 < c2 /\
    forall (n N : nat) (gamma sigma h epsilon delta p q : R) (beta : nat -> R) (start : vector) (d d' : list trajectory) (f : list vector -> R),
      0 <= gamma < 1 -> 0 < h -> (forall i, 0 < beta i) -> delta <= 1 / 2 ->
      replaced d d' -> List.length d = m -> data_set d -> data_set d' -> event true f ->
      released n gamma sigma beta N h d (start :: nil) f p -> released n gamma sigma beta N h d' (start :: nil) f q ->
      let reached := p - exp epsilon * q in
      thm1_absolute_constants_domain (Z.of_nat N) c1 c2 delta epsilon (Z.of_nat m) reached sigma ->
      thm1_absolute_constants_claim (Z.of_nat N) c1 c2 delta epsilon (Z.of_nat m) reached sigma.
