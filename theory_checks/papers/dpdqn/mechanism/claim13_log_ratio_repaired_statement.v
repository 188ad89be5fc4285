(* Claim 13, the logarithm of the ratio at a release on x: both lines, mean and variance for standard normal y, which exist, and
   the means of exponentials, which say that the law is normal. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Vectors Quadratic NormalMean.
From dpdqn Require Import claim13_log_ratio_repaired_formula.
Open Scope R_scope.

Definition claim13_log_ratio_repaired_statement : Prop :=
  forall (d : nat) (M N S U : matrix) (f f' : vector) (sigma height : R),
    rooted d M N S U -> 0 < height ->
    let z (y : vector) i := f i + sigma * image d S y i in
    let gap i := f i - f' i in
    let form y := square d N (fun i => z y i - f i) in
    let other y := square d N (fun i => z y i - f' i) in
    let cross y := dot d y (image d U gap) in
    let loss y := ln (normal_density height sigma (form y) / normal_density height sigma (other y)) in
    0 < sigma ->
    exists average variance,
      mean d loss average /\ mean d (fun y => (loss y - average) ^ 2) variance /\
      (forall t, mean d (fun y => exp (t * loss y)) (exp (t * average + t ^ 2 * variance / 2))) /\
      forall y,
        claim13_log_ratio_repaired_domain (cross y) (form y) (loss y) average (other y) sigma (square d N gap) variance ->
        claim13_log_ratio_repaired_defined (cross y) (form y) (loss y) average (other y) sigma (square d N gap) variance /\
        claim13_log_ratio_repaired_claim (cross y) (form y) (loss y) average (other y) sigma (square d N gap) variance.
