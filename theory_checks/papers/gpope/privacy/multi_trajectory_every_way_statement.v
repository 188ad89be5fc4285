(* One way to use several trajectories: an update draws a batch of B of the m trajectories without replacement, clips the gradient of each,
   and releases their mean with noise. The claim is that the bound of Lemma 1 is exceeded by some neighbours, whatever B, m and sigma are. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Vectors Trajectories Releases Batches.
From gpope Require Import multi_trajectory_every_way_formula.
Open Scope R_scope.

Definition mean_of_clipped (n : nat) (gamma h : R) (x : vector) (batch : list trajectory) : vector := fun i =>
  / INR (List.length batch) * fold_right (fun H total => clipped (n + n) h (gradient n gamma H x) i + total) 0 batch.

Definition multi_trajectory_every_way_statement : Prop :=
  forall (n m B : nat) (h sigma : R), (1 <= n)%nat -> 0 < h -> (2 <= B <= m)%nat -> 0 < sigma ->
    exists (gamma : R) (x : vector) (d d' : list trajectory) (alpha : R),
      replaced d d' /\ List.length d = m /\
      let released data := map (mean_of_clipped n gamma h x) (batches B data) in
      log_moment (n + n) (h * sigma) (released d) (released d') 1 alpha /\
      multi_trajectory_every_way_domain (Z.of_nat B) alpha 1 (Z.of_nat m) sigma /\
      multi_trajectory_every_way_defined (Z.of_nat B) alpha 1 (Z.of_nat m) sigma /\
      multi_trajectory_every_way_claim (Z.of_nat B) alpha 1 (Z.of_nat m) sigma.
