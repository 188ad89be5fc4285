(* An update draws a batch of B of the m trajectories without replacement, and clips the mean of their gradients once; all trajectories
   have one length. Neighbours have one trajectory replaced. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Vectors Trajectories Releases Batches.
From gpope Require Import multi_trajectory_lengths_are_the_reason_formula.
Import ListNotations.
Open Scope R_scope.

Definition mean_gradient (n : nat) (gamma : R) (x : vector) (batch : list trajectory) : vector := fun i =>
  / INR (List.length batch) * fold_right (fun H total => gradient n gamma H x i + total) 0 batch.

Definition multi_trajectory_lengths_are_the_reason_statement : Prop :=
  forall (n B equal_length : nat) (gamma h sigma : R) (x : vector) (d d' : list trajectory) (lambda alpha : R), 0 < h ->
    data_set d -> data_set d' -> replaced d d' -> (forall H, In H (d ++ d') -> tau H = equal_length) ->
    let released data := map (fun batch => clipped (n + n) h (mean_gradient n gamma x batch)) (batches B data) in
    log_moment (n + n) (h * sigma) (released d) (released d') lambda alpha ->
    let m := Z.of_nat (List.length d) in
    multi_trajectory_lengths_are_the_reason_domain (Z.of_nat B) alpha lambda m sigma ->
    multi_trajectory_lengths_are_the_reason_defined (Z.of_nat B) alpha lambda m sigma ->
    multi_trajectory_lengths_are_the_reason_claim (Z.of_nat B) alpha lambda m sigma.
