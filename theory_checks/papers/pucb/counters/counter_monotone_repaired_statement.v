(* The running maximum of the releases of a counter, and its error. Left out is that it is as private as the releases, of which it is a
   function. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums.
Open Scope R_scope.

Fixpoint running (first : R) (release : nat -> R) (t : nat) : R :=
  match t with O => first | S before => Rmax (running first release before) (release t) end.

Definition counter_monotone_repaired_statement : Prop :=
  forall (item release : nat -> R), (forall i, 0 <= item i) ->
    let count := fun t => sum t item in
    let largest_error := running 0 (fun i => Rabs (release i - count i)) in
    forall t,
      running 0 release t <= running 0 release (S t) /\
      Rabs (running 0 release t - count t) <= largest_error t.
