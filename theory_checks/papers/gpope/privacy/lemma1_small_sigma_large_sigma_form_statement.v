(* Large sigma: one step of Algorithm 1 at any (theta, w), on data sets of m trajectories that differ in one. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Vectors Trajectories Releases.
From gpope Require Import lemma1_small_sigma_large_sigma_form_formula.
Open Scope R_scope.

Definition lemma1_small_sigma_large_sigma_form_statement : Prop :=
  forall (n : nat) (gamma h sigma : R) (x : vector) (d d' : list trajectory) (lambda alpha : R), 0 < h ->
    data_set d -> data_set d' -> replaced d d' -> step_moment n gamma h sigma x d d' lambda alpha ->
    let m := Z.of_nat (List.length d) in
    lemma1_small_sigma_large_sigma_form_domain alpha lambda m sigma ->
    lemma1_small_sigma_large_sigma_form_defined alpha lambda m sigma ->
    lemma1_small_sigma_large_sigma_form_claim alpha lambda m sigma.
