(* The mean of the norm of a path at n points, g^T N g for the inverse N of the kernel matrix: mean is linear, and the products of values
   have the covariances of the path. And the norm of a function with a continuous derivative, bounded by M and with the Lipschitz
   constant L. That g^T N g/sigma^2 has the law chi^2 is not proved here. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Sobolev.
From dpdqn Require Import intro_rkhs_norm_repaired_formula.
Open Scope R_scope.

Definition kernel (beta : R) (x : nat -> R) (i j : nat) : R := exp (- (beta * Rabs (x i - x j))).

Definition linear (mean : ((nat -> R) -> R) -> R) : Prop :=
  (forall f h, mean (fun g => f g + h g) = mean f + mean h) /\ (forall c f, mean (fun g => c * f g) = c * mean f).

Definition intro_rkhs_norm_repaired_statement : Prop :=
  forall (n : nat) (beta sigma L M : R) (x : nat -> R) (N : nat -> nat -> R) (mean : ((nat -> R) -> R) -> R) (f df : R -> R),
    (forall i j, (i < n)%nat -> (j < n)%nat -> i <> j -> x i <> x j) ->
    (forall i k, (i < n)%nat -> (k < n)%nat -> sum n (fun j => N i j * kernel beta x j k) = if Nat.eqb i k then 1 else 0) ->
    linear mean -> (forall i j, (i < n)%nat -> (j < n)%nat -> mean (fun g => g i * g j) = sigma ^ 2 * kernel beta x i j) ->
    smooth f df -> bounded_by M f -> bounded_by L df ->
    let of_path := mean (fun g => sum n (fun i => sum n (fun j => N i j * (g i * g j)))) in
    intro_rkhs_norm_repaired_domain L M beta of_path (Z.of_nat n) (square beta f df) sigma ->
    intro_rkhs_norm_repaired_defined L M beta of_path (Z.of_nat n) (square beta f df) sigma /\
    intro_rkhs_norm_repaired_claim L M beta of_path (Z.of_nat n) (square beta f df) sigma.
