(* Theorem 4 of the first version for one update: Q with a path is released, and it is true of a new path or of that of training. Line
   18 has the noise outside of the discount for a new path, and inside of the maximum for that of training; the other ways to read it
   are left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import v1_thm4_constant_under_root_formula.
Open Scope R_scope.

Definition true_for (release : R -> R -> R -> R -> R) : Prop :=
  forall C L alpha beta delta epsilon k r0 sigma spent : R,
    0 < sigma -> 1 <= r0 -> spends (release alpha sigma) epsilon spent ->
    v1_thm4_constant_under_root_domain 1 C 1 L 1 alpha beta delta epsilon k r0 sigma spent ->
    v1_thm4_constant_under_root_defined 1 C 1 L 1 alpha beta delta epsilon k r0 sigma spent ->
    v1_thm4_constant_under_root_claim 1 C 1 L 1 alpha beta delta epsilon k r0 sigma spent.

Definition v1_thm4_constant_under_root_statement : Prop :=
  (forall g, true_for (with_fresh_noise g)) \/ true_for with_training_noise.
