(* The released program at three states from left to right, kernel parameter 1: each value is drawn from standard normal numbers
   z. Right of the last entry its prediction takes the correlation with the last entry, and the value of the first one. *)
From Coq Require Import Reals.
From TheoryChecks Require Import NormalMean Bridge.
From dpdqn Require Import code_sampler_formula.
Open Scope R_scope.

Definition drawn (sigma w value z : R) : R := w * value + sigma * sqrt (1 - w ^ 2) * z.

Definition code_sampler_statement : Prop :=
  forall first second third sigma covariance : R,
    0 < sigma ->
    let at_first z := sigma * z 0%nat in
    let at_second z := drawn sigma (kernel 1 second first) (at_first z) (z 1%nat) in
    let first_of_two z := at_first z in
    let at_third z := drawn sigma (kernel 1 third second) (first_of_two z) (z 2%nat) in
    mean 3 (fun z => at_first z * at_third z / sigma ^ 2) covariance ->
    code_sampler_domain covariance first second third -> code_sampler_claim covariance first second third.
