(* The four lines and the conclusion: means of maxima of the path over the points i/2^n (all of them, or all but the last or the first),
   over the midpoints by their innovations, and with the weight 1/2 in place of that of the prediction. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Maximum NormalMean Paths Chernoff Refinement.
From dpdqn Require Import lemma8_increment_mean_last_sign_equal_formula.
Open Scope R_scope.

Definition lemma8_increment_mean_last_sign_equal_statement : Prop :=
  forall (b beta difference innovations left mu : R) (n : Z) (new relaxed right sigma : R),
    let level := Z.to_nat n in
    mean (numbers level) (midpoints beta sigma level (prediction beta level)) new ->
    mean (numbers level) (midpoints beta sigma level (1 / 2)) relaxed ->
    mean (2 ^ level) (largest (2 ^ level) (sqrt (sigma ^ 2 * b))) innovations ->
    mean (2 ^ level + 1) (fun z => best (2 ^ level) (fun i => grid beta sigma level z i)) left ->
    mean (2 ^ level + 1) (fun z => best (2 ^ level) (fun i => grid beta sigma level z (S i))) right ->
    grid_mean beta sigma level mu ->
    mean (numbers level) (fun z => midpoints beta sigma level (prediction beta level) z - best (2 ^ level + 1) (grid beta sigma level z)) difference ->
    lemma8_increment_mean_last_sign_equal_domain b beta difference innovations left mu n new relaxed right sigma ->
    lemma8_increment_mean_last_sign_equal_defined b beta difference innovations left mu n new relaxed right sigma ->
    lemma8_increment_mean_last_sign_equal_claim b beta difference innovations left mu n new relaxed right sigma.
