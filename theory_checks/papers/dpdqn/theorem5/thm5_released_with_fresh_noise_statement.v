(* Theorem 5 for one update. The released function is Q with a path that training has not used. The noise of line 19 is outside of the
   discount; the other way to read it is left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import thm5_released_with_fresh_noise_formula.
Open Scope R_scope.

Definition thm5_released_with_fresh_noise_statement : Prop :=
  forall C L alpha beta delta epsilon k sigma spent v g : R,
    0 < sigma -> spends (with_fresh_noise g alpha sigma) epsilon spent ->
    thm5_released_with_fresh_noise_domain 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_released_with_fresh_noise_defined 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_released_with_fresh_noise_claim 1 C 1 L 1 alpha beta delta epsilon k sigma spent v.
