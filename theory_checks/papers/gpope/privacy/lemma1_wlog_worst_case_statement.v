(* No neighbours have a log moment of order 1 above every bound of those of the two laws of the proof: mu_0 = N(0, sigma^2), and mu, which
   takes N(1, sigma^2) with probability 1/m, in both orders. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Vectors Trajectories Releases.
From gpope Require Import lemma1_wlog_worst_case_formula.
Import ListNotations.
Open Scope R_scope.

Definition lemma1_wlog_worst_case_statement : Prop :=
  forall (n : nat) (gamma h sigma : R) (x : vector) (d d' : list trajectory) (alpha bound : R), 0 < h ->
    data_set d -> data_set d' -> replaced d d' -> step_moment n gamma h sigma x d d' 1 alpha ->
    let mu := (fun _ : nat => 1) :: repeat nowhere (List.length d - 1) in
    (forall a, log_moment 1 sigma mu [nowhere] 1 a -> a <= bound) ->
    (forall a, log_moment 1 sigma [nowhere] mu 1 a -> a <= bound) ->
    lemma1_wlog_worst_case_domain alpha bound (Z.of_nat (List.length d)) sigma ->
    lemma1_wlog_worst_case_claim alpha bound (Z.of_nat (List.length d)) sigma.
