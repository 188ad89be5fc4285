(* Claim 13 with x and x' exchanged in the ratio, at a release z on x' with the noise S y: what ties the numbers, and both lines. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Vectors Quadratic.
From dpdqn Require Import claim13_log_ratio_inputs_exchanged_formula.
Open Scope R_scope.

Definition claim13_log_ratio_inputs_exchanged_statement : Prop :=
  forall (d : nat) (M N S U : matrix) (f f' y : vector) (sigma height : R),
    rooted d M N S U -> 0 < height -> 0 < sigma ->
    let z i := f' i + image d S y i in
    let gap i := f i - f' i in
    let form := square d N (fun i => z i - f i) in
    let other := square d N (fun i => z i - f' i) in
    let cross := dot d y (image d U gap) in
    let loss := ln (normal_density height sigma other / normal_density height sigma form) in
    form = other - 2 * cross + square d N gap /\
    claim13_log_ratio_inputs_exchanged_defined cross form loss other sigma (square d N gap) /\
    claim13_log_ratio_inputs_exchanged_claim cross form loss other sigma (square d N gap).
