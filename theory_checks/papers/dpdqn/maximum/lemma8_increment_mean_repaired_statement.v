(* The chain and its conclusion, with means that all exist: of maxima of the path over the points i/2^n, over the midpoints by their
   innovations, and with the weight 1/2 in place of that of the prediction; third is the third line of the chain. That the innovations
   are independent of the grid and of each other, as the step before has it, is left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Maximum NormalMean Paths Chernoff Refinement.
From dpdqn Require Import lemma8_increment_mean_repaired_formula.
Open Scope R_scope.

Definition lemma8_increment_mean_repaired_statement : Prop :=
  forall (level : nat) (beta sigma : R), 0 < beta -> 0 < sigma ->
    let n := Z.of_nat level in
    let b := beta / (2 * 2 ^ level) in
    exists new relaxed innovations mu difference : R,
      mean (numbers level) (midpoints beta sigma level (prediction beta level)) new /\
      mean (numbers level) (midpoints beta sigma level (1 / 2)) relaxed /\
      mean (2 ^ level) (largest (2 ^ level) (sqrt (sigma ^ 2 * b))) innovations /\
      grid_mean beta sigma level mu /\
      mean (numbers level) (fun z => midpoints beta sigma level (prediction beta level) z - best (2 ^ level + 1) (grid beta sigma level z)) difference /\
      let third := sqrt (2 * ln (2 ^ level)) * sqrt (sigma ^ 2 * b) + mu in
      lemma8_increment_mean_repaired_domain b beta difference innovations mu n new relaxed sigma third /\
      lemma8_increment_mean_repaired_defined b beta difference innovations mu n new relaxed sigma third /\
      lemma8_increment_mean_repaired_claim b beta difference innovations mu n new relaxed sigma third.
