(* Theorem 5 for one update, L at least the gradient 1 of Q in theta: the released function is Q, as line 24 returns it. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalEvents OneUpdate.
From dpdqn Require Import thm5_gradient_bounded_formula.
Open Scope R_scope.

Definition thm5_gradient_bounded_statement : Prop :=
  forall C L alpha beta delta epsilon k sigma spent v : R,
    0 < sigma -> spends (without_noise alpha sigma) epsilon spent ->
    thm5_gradient_bounded_domain 1 C 1 L 1 alpha beta delta epsilon 1 k sigma spent v ->
    thm5_gradient_bounded_defined 1 C 1 L 1 alpha beta delta epsilon 1 k sigma spent v ->
    thm5_gradient_bounded_claim 1 C 1 L 1 alpha beta delta epsilon 1 k sigma spent v.
