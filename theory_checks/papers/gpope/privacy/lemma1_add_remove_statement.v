(* One step of Algorithm 1 at any (theta, w), on data sets one of which has a trajectory more; m counts the larger one. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Vectors Trajectories Releases.
From gpope Require Import lemma1_add_remove_formula.
Open Scope R_scope.

Definition lemma1_add_remove_statement : Prop :=
  forall (n : nat) (gamma h sigma : R) (x : vector) (d d' : list trajectory) (lambda alpha : R), 0 < h ->
    data_set d -> data_set d' -> one_more_or_less d d' -> step_moment n gamma h sigma x d d' lambda alpha ->
    let m := Z.of_nat (Nat.max (List.length d) (List.length d')) in
    lemma1_add_remove_domain alpha lambda m sigma ->
    lemma1_add_remove_defined alpha lambda m sigma ->
    lemma1_add_remove_claim alpha lambda m sigma.
