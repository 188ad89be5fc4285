(* Claim 13, the logarithm of the ratio of the densities on x to that on x', at a release on x: f and f' are the outputs on both. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Vectors Quadratic.
From dpdqn Require Import claim13_log_ratio_printed_formula.
Open Scope R_scope.

Definition claim13_log_ratio_printed_statement : Prop :=
  forall (d : nat) (M N S U : matrix) (f f' y : vector) (sigma height : R),
    rooted d M N S U -> 0 < height -> 0 < sigma ->
    let z i := f i + sigma * image d S y i in
    let gap i := f i - f' i in
    let form := square d N (fun i => z i - f i) in
    let other := square d N (fun i => z i - f' i) in
    let cross := dot d y (image d U gap) in
    let loss := ln (normal_density height sigma form / normal_density height sigma other) in
    claim13_log_ratio_printed_domain cross form loss other sigma (square d N gap) ->
    claim13_log_ratio_printed_defined cross form loss other sigma (square d N gap) ->
    claim13_log_ratio_printed_claim cross form loss other sigma (square d N gap).
