(* Algorithm 1 with Gaussian noise: for every clip h > 0 the same noise multiplier gives the same privacy, for N steps, whether all
   iterates are seen or the last one alone, and whether neighbours have one trajectory replaced or one more. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Releases Runs.
Open Scope R_scope.

Definition h_independence_statement : Prop :=
  forall (n : nat) (gamma sigma : R) (beta : nat -> R) (last_alone : bool) (N : nat) (epsilon delta h h' : R),
    0 < h -> 0 < h' ->
    (private n gamma sigma beta replaced last_alone N h epsilon delta <->
      private n gamma sigma beta replaced last_alone N h' epsilon delta) /\
    (private n gamma sigma beta one_more_or_less last_alone N h epsilon delta <->
      private n gamma sigma beta one_more_or_less last_alone N h' epsilon delta).
