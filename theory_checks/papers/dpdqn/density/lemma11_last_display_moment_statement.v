(* The bound on the points i/2^n: the log ratio is normal by Cameron and Martin, with g^T K^-1 g for its norm. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Moments GridNorm.
From dpdqn Require Import lemma11_last_display_moment_formula.
Open Scope R_scope.

Definition lemma11_last_display_moment_statement : Prop :=
  forall (beta differences ends lambda log_moment : R) (n : Z) (norm sigma squares moment : R) (g : nat -> R),
    let N := Nat.pow 2 (Z.to_nat n) in
    ends = g O ^ 2 + g N ^ 2 -> differences = steps N g -> squares = sum (S N) (fun i => g i ^ 2) -> grid_norm beta N g norm ->
    ratio_moment 0 (norm / sigma ^ 2) lambda 0 moment /\ log_moment = ln moment ->
    lemma11_last_display_moment_domain beta differences ends lambda log_moment n norm sigma squares ->
    lemma11_last_display_moment_defined beta differences ends lambda log_moment n norm sigma squares ->
    lemma11_last_display_moment_claim beta differences ends lambda log_moment n norm sigma squares.
