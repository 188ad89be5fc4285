(* The norm of Lemma 6 lies between these multiples of the usual norm of W^{1,2}, for functions with a continuous derivative. That
   W^{1,2} is complete is not proved here. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_completeness_repaired_formula.
Open Scope R_scope.

Definition lemma6_completeness_repaired_statement : Prop :=
  forall (beta : R) (f df : R -> R), smooth f df ->
    let norm := square beta f df in
    let sobolev := RInt (fun x => f x * f x + df x * df x) 0 1 in
    lemma6_completeness_repaired_domain beta norm sobolev ->
    lemma6_completeness_repaired_defined beta norm sobolev /\ lemma6_completeness_repaired_claim beta norm sobolev.
