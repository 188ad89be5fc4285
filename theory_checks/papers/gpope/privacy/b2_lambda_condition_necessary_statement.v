(* Neighbours whose gradients are 2 h apart: one record turns its gradient round, all others have the one that it has in d'. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Sums Vectors Trajectories Releases.
From gpope Require Import b2_lambda_condition_necessary_formula.
Open Scope R_scope.

Definition b2_lambda_condition_necessary_statement : Prop :=
  forall (n : nat) (gamma h sigma : R) (x : vector) (H H' : trajectory) (others : list trajectory) (lambda alpha : R), 0 < h ->
    let sent G := clipped (n + n) h (gradient n gamma G x) in
    let d := H :: others in
    let d' := H' :: others in
    data_set d -> data_set d' -> (forall G, In G others -> sent G = sent H') ->
    dot (n + n) (fun i => sent H i - sent H' i) (fun i => sent H i - sent H' i) = (2 * h) ^ 2 ->
    step_moment n gamma h sigma x d d' lambda alpha ->
    let m := Z.of_nat (List.length d) in
    b2_lambda_condition_necessary_domain alpha lambda m sigma ->
    b2_lambda_condition_necessary_defined alpha lambda m sigma ->
    b2_lambda_condition_necessary_claim alpha lambda m sigma.
