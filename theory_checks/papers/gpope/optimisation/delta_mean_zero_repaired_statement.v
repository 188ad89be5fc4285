(* Kinds H k of trajectories, with probabilities p k: each iteration uses a trajectory of its own, so that it is of kind k with this
   probability whatever led to x. B is the mean over the kinds; nothing is clipped, and s is h sigma. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Trajectories Draws.
From gpope Require Import delta_mean_zero_repaired_formula.
Open Scope R_scope.

Definition delta_mean_zero_repaired_statement : Prop :=
  forall (n kinds c : nat) (gamma s : R) (beta p : nat -> R) (H : nat -> trajectory), (c < n + n)%nat ->
    (forall k, (k < kinds)%nat -> 0 <= p k) -> sum kinds p = 1 ->
    let B x i := sum kinds (fun k => p k * gradient n gamma (H k) x i) in
    let given x := noisy_draw (n + n) kinds p (fun k z => gradient n gamma (H k) x c + s * z c - B x c) in
    let update i k x z := fun j => x j - beta i * (gradient n gamma (H k) x j + s * z j) in
    (* Given x the mean is 0, *)
    (forall x, exists mean, given x mean) /\
    (forall x mean, given x mean -> delta_mean_zero_repaired_domain mean -> delta_mean_zero_repaired_claim mean) /\
    (* and so is the mean after N iterations, also with a weight that depends on x. *)
    (forall N start (weight delta : vector -> R) mean, (forall x, given x (delta x)) ->
      after_steps (n + n) kinds p update N start (fun x => weight x * delta x) mean -> mean = 0).
