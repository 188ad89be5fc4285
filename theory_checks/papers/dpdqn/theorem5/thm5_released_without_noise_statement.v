(* Theorem 5 for one update. The released function is Q, as line 24 returns it. The noise of line 19 is inside of the maximum, where
   gamma = 0 takes it away, or outside of the discount, as printed: the theorem is true of one of the two ways. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import thm5_released_without_noise_formula.
Open Scope R_scope.

Definition outside_of_discount (alpha deviation z r : R) : R := step alpha (deviation * z) (deviation * z) r.

Definition true_for (release : R -> R -> R -> R -> R) : Prop :=
  forall C L alpha beta delta epsilon k sigma spent v : R,
    0 < sigma -> spends (release alpha sigma) epsilon spent ->
    thm5_released_without_noise_domain 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_released_without_noise_defined 1 C 1 L 1 alpha beta delta epsilon k sigma spent v ->
    thm5_released_without_noise_claim 1 C 1 L 1 alpha beta delta epsilon k sigma spent v.

Definition thm5_released_without_noise_statement : Prop := true_for without_noise \/ true_for outside_of_discount.
