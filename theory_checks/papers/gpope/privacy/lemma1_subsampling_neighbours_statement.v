(* (B.2) and (B.3) for one step of Algorithm 1 at any (theta, w), and all neighbours, with alpha for lambda D_(lambda + 1). *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Vectors Trajectories Releases.
From gpope Require Import lemma1_subsampling_neighbours_formula.
Open Scope R_scope.

Definition lemma1_subsampling_neighbours_statement : Prop :=
  forall (n : nat) (gamma h sigma : R) (x : vector) (d d' : list trajectory) (lambda alpha : R), 0 < h ->
    data_set d -> data_set d' -> replaced d d' -> step_moment n gamma h sigma x d d' lambda alpha ->
    let m := Z.of_nat (List.length d) in
    lemma1_subsampling_neighbours_domain alpha lambda m sigma ->
    lemma1_subsampling_neighbours_defined alpha lambda m sigma ->
    lemma1_subsampling_neighbours_claim alpha lambda m sigma.
