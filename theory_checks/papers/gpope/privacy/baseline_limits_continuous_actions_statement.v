(* One state that all m trajectories visit, with phi = 1 and rho = 1: returns F in [0, V], whatever the actions were. The estimate of
   DP-LSL is sum F/(m + lambda/2), and the deviation of its noise is at least 2 a V/lambda with a = 5 sqrt(2 ln(2/delta))/epsilon. The
   claim is that for some parameters some neighbours have a least delta above the one that is promised. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Gaussian.
From gpope Require Import baseline_limits_continuous_actions_formula.
Open Scope R_scope.

Definition estimate (m : nat) (lambda : R) (F : nat -> R) : R := sum m F / (INR m + lambda / 2).
Definition unit_noise (epsilon delta : R) : R := 5 * sqrt (2 * ln (2 / delta)) / epsilon.

Definition baseline_limits_continuous_actions_statement : Prop :=
  exists (m : nat) (V epsilon delta lambda : R) (F G : nat -> R) (k : nat) (deviation attained : R),
    baseline_limits_continuous_actions_domain V attained delta epsilon lambda (Z.of_nat m) /\ (k < m)%nat /\
    (forall j, (j < m)%nat -> 0 <= F j <= V /\ 0 <= G j <= V /\ (j <> k -> F j = G j)) /\
    2 * unit_noise epsilon delta * V / lambda <= deviation /\
    least_delta epsilon (Rabs (estimate m lambda F - estimate m lambda G) / deviation) attained /\
    baseline_limits_continuous_actions_claim V attained delta epsilon lambda (Z.of_nat m).
