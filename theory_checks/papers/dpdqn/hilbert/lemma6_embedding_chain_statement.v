(* The chain of the proof of Lemma 6, for functions with a continuous derivative. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_embedding_chain_formula.
Open Scope R_scope.

Definition lemma6_embedding_chain_statement : Prop :=
  forall (beta x : R) (f df : R -> R),
    smooth f df ->
    let norm := square beta f df in
    let energy := RInt (fun t => df t ^ 2) 0 1 in
    let energy_x := RInt (fun t => df t ^ 2) 0 x in
    let rise := RInt df 0 x in
    let value := f x in
    lemma6_embedding_chain_domain beta energy energy_x norm rise value x ->
    lemma6_embedding_chain_defined beta energy energy_x norm rise value x ->
    lemma6_embedding_chain_claim beta energy energy_x norm rise value x.
