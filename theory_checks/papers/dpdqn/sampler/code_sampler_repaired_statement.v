(* The released program with the value of the last entry, right of all stored states, or with that of the first, left of them: kernel
   parameter 1. States between stored ones are left out, and so is the law of all values together. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import code_sampler_repaired_formula.
Open Scope R_scope.

Definition code_sampler_repaired_statement : Prop :=
  forall gap nearest sigma s place w : R,
    Rabs (s - place) = gap -> w * kernel 1 place place = kernel 1 s place ->
    let mean := w * nearest in
    let variance := sigma ^ 2 * (kernel 1 s s - w * kernel 1 s place) in
    code_sampler_repaired_domain gap mean nearest sigma variance ->
    code_sampler_repaired_claim gap mean nearest sigma variance /\
    forall x, (s <= place <= x \/ x <= place <= s) -> w * kernel 1 place x = kernel 1 s x.
