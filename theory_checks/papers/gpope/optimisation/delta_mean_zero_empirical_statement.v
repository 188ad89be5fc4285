(* B is the mean over the m trajectories of a data set, one of which is drawn; nothing is clipped, and s is h sigma. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Trajectories Draws.
From gpope Require Import delta_mean_zero_empirical_formula.
Open Scope R_scope.

Definition delta_mean_zero_empirical_statement : Prop :=
  forall (n m c : nat) (gamma s : R) (data : nat -> trajectory) (x : vector), (1 <= m)%nat -> (c < n + n)%nat ->
    let B i := / INR m * sum m (fun j => gradient n gamma (data j) x i) in
    let mean_is := noisy_draw (n + n) m (fun _ => / INR m) (fun j z => gradient n gamma (data j) x c + s * z c - B c) in
    (exists mean, mean_is mean) /\
    forall mean, mean_is mean -> delta_mean_zero_empirical_domain mean -> delta_mean_zero_empirical_claim mean.
