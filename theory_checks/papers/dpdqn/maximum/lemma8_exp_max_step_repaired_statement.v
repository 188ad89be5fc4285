(* The variable z that takes a c with the chance p and - a c else has the mean and the variance that the proof asks for, and all lines of
   both formulas hold for it; those of the second one hold for normal z with this mean and variance as well. increment is the mean of
   max(0, D), D between the path over the midpoints, by their innovations, and over the points i/2^n. That the innovations are independent of
   the grid and of each other, as a step before has it, is left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Maximum NormalMean RandomElements Paths Refinement.
From dpdqn Require Import lemma8_exp_max_step_repaired_formula.
Open Scope R_scope.

Definition lemma8_exp_max_step_repaired_statement : Prop :=
  forall (level : nat) (beta sigma : R), 0 < beta -> 0 < sigma ->
    let n := Z.of_nat level in
    let c := sqrt (beta / 2 ^ level) * sigma in
    let a := sqrt (IZR n + 2) in
    let centre := sqrt (IZR n) * c in
    (exists positive jensen larger exponential increment : R,
      let p := (1 + sqrt (IZR n) / a) / 2 in
      let z (up : bool) := if up then a * c else - (a * c) in
      0 <= p <= 1 /\ two_values p z centre /\ two_values p (fun up => (z up - centre) ^ 2) (2 * c ^ 2) /\
      two_values p (fun up => Rmax (z up) 0) positive /\ two_values p (fun up => exp (1 / c * Rmax (z up) 0)) jensen /\
      two_values p (fun up => Rmax (exp (z up / c)) (exp 0)) larger /\ two_values p (fun up => exp (z up / c)) exponential /\
      mean (numbers level)
        (fun x => Rmax 0 (midpoints beta sigma level (prediction beta level) x - best (2 ^ level + 1) (grid beta sigma level x))) increment /\
      lemma8_exp_max_step_repaired_domain a c exponential increment jensen larger n positive /\
      lemma8_exp_max_step_repaired_defined a c exponential increment jensen larger n positive /\
      lemma8_exp_max_step_repaired_claim a c exponential increment jensen larger n positive) /\
    (exists positive jensen larger exponential : R,
      let z x := centre + sqrt 2 * c * x in
      mean_of_one (fun x => Rmax (z x) 0) positive /\ mean_of_one (fun x => exp (1 / c * Rmax (z x) 0)) jensen /\
      mean_of_one (fun x => Rmax (exp (z x / c)) (exp 0)) larger /\ mean_of_one (fun x => exp (z x / c)) exponential /\
      exp (1 / c * positive) <= jensen /\ jensen = larger /\ larger <= exponential + 1 /\ exponential + 1 <= exp (sqrt (IZR n) + 1) + 1).
