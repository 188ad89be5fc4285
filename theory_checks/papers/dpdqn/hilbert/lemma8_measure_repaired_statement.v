(* The mean square of an increment of a path: mean is linear, and the products of the values at x and y have the covariances sigma^2 K.
   That the paths are therefore continuous is Kolmogorov's criterion, which is not proved here. *)
From Coq Require Import Reals.
From dpdqn Require Import lemma8_measure_repaired_formula.
Open Scope R_scope.

Definition linear (mean : ((R -> R) -> R) -> R) : Prop :=
  (forall f h, mean (fun g => f g + h g) = mean f + mean h) /\ (forall c f, mean (fun g => c * f g) = c * mean f).

Definition has_covariance (beta sigma : R) (mean : ((R -> R) -> R) -> R) (u v : R) : Prop :=
  mean (fun g => g u * g v) = sigma ^ 2 * exp (- (beta * Rabs (u - v))).

Definition lemma8_measure_repaired_statement : Prop :=
  forall (beta sigma x y : R) (mean : ((R -> R) -> R) -> R), 0 <= x <= 1 -> 0 <= y <= 1 -> linear mean ->
    has_covariance beta sigma mean x x -> has_covariance beta sigma mean x y -> has_covariance beta sigma mean y y ->
    let increment := mean (fun g => 1 * (g x * g x) + (-2 * (g x * g y) + 1 * (g y * g y))) in
    lemma8_measure_repaired_domain beta (Rabs (x - y)) increment sigma -> lemma8_measure_repaired_claim beta (Rabs (x - y)) increment sigma.
