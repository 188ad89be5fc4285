(* One record, m = 1, which lies outside of the region: for some number N of steps there are constants with which Algorithm 1 is private, for
   every start, step sizes and clip, even if the last iterate alone is released: no event f tells neighbours apart by more than delta. To
   deny this is to say that there are none for any N. That there are for m >= 2 is not proved here. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Vectors Trajectories Releases Runs.
From gpope Require Import thm1_constants_depend_formula.
Open Scope R_scope.

Definition thm1_constants_depend_statement : Prop :=
  exists (N : nat) (c1 c2 : R), (1 <= N)%nat /\ 0 < c1 /\ 0 < c2 /\
    forall (n : nat) (gamma sigma h epsilon delta p q : R) (beta : nat -> R) (start : vector) (d d' : list trajectory) (f : list vector -> R),
      0 <= gamma < 1 -> 0 < h -> (forall i, 0 < beta i) ->
      replaced d d' -> List.length d = 1%nat -> data_set d -> data_set d' -> event true f ->
      released n gamma sigma beta N h d (start :: nil) f p -> released n gamma sigma beta N h d' (start :: nil) f q ->
      let reached := p - exp epsilon * q in
      thm1_constants_depend_domain (Z.of_nat N) c1 c2 delta epsilon 1 reached sigma ->
      thm1_constants_depend_claim (Z.of_nat N) c1 c2 delta epsilon 1 reached sigma.
