(* Theorem 5 for one update, line 16 drawing with the variance sigma: for one of the four ways of release it is true. For each of them
   line 19 is read in one of its two ways; the other is left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import thm5_line_16_variance_formula.
Open Scope R_scope.

Definition true_for (release : R -> R -> R -> R -> R) : Prop :=
  forall C L alpha beta delta epsilon k sigma spent v : R,
    0 < sigma -> spends (release alpha (sqrt sigma)) epsilon spent ->
    thm5_line_16_variance_domain 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_line_16_variance_defined 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_line_16_variance_claim 1 C 1 L 1 alpha beta delta epsilon k sigma spent v.

Definition thm5_line_16_variance_statement : Prop :=
  true_for without_noise \/ true_for with_training_noise \/ (forall g, true_for (with_fresh_noise g)) \/
  true_for with_noise_carried.
