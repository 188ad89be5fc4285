(* Theorem 5 for one update. A path is added to Q after the update, and the sum is released. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import thm5_noise_carried_along_formula.
Open Scope R_scope.

Definition thm5_noise_carried_along_statement : Prop :=
  forall C L alpha beta delta epsilon k sigma spent v : R,
    0 < sigma -> spends (with_noise_carried alpha sigma) epsilon spent ->
    thm5_noise_carried_along_domain 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_noise_carried_along_defined 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_noise_carried_along_claim 1 C 1 L 1 alpha beta delta epsilon k sigma spent v.
