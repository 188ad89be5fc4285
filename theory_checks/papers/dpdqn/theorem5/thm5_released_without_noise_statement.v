(* Theorem 5 for one update. The released function is Q, as line 24 returns it. The noise of line 19 is inside of the maximum; the
   other way to read it is left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import thm5_released_without_noise_formula.
Open Scope R_scope.

Definition thm5_released_without_noise_statement : Prop :=
  forall C L alpha beta delta epsilon k sigma spent v : R,
    0 < sigma -> spends (without_noise alpha sigma) epsilon spent ->
    thm5_released_without_noise_domain 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_released_without_noise_defined 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_released_without_noise_claim 1 C 1 L 1 alpha beta delta epsilon k sigma spent v.
