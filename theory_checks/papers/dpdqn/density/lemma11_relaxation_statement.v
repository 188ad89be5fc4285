(* The step on the points i/2^n: the log ratio is normal by Cameron and Martin, with g^T K^-1 g for its norm; the points with z(i) = k
   are the odd multiples of 1/2^(k+1). *)
From Coq Require Import Reals ZArith Arith.
From TheoryChecks Require Import Sums Moments GridNorm.
From dpdqn Require Import lemma11_relaxation_formula.
Open Scope R_scope.

Definition level_squares (n k : nat) (g : nat -> R) : R :=
  if Nat.ltb k n then sum (2 ^ k) (fun j => g ((2 * j + 1) * 2 ^ (n - 1 - k))%nat ^ 2) else 0.

Definition lemma11_relaxation_statement : Prop :=
  forall (beta differences ends lambda log_moment : R) (n : Z) (norm sigma squares_0 squares_1 squares_2 moment : R) (g : nat -> R),
    let level := Z.to_nat n in
    ends = g O ^ 2 + g (2 ^ level)%nat ^ 2 -> differences = steps (2 ^ level) g ->
    squares_0 = level_squares level 0 g -> squares_1 = level_squares level 1 g -> squares_2 = level_squares level 2 g ->
    grid_norm beta (2 ^ level) g norm -> ratio_moment 0 (norm / sigma ^ 2) lambda 0 moment /\ log_moment = ln moment ->
    lemma11_relaxation_domain beta differences ends lambda log_moment n norm sigma squares_0 squares_1 squares_2 ->
    lemma11_relaxation_defined beta differences ends lambda log_moment n norm sigma squares_0 squares_1 squares_2 ->
    lemma11_relaxation_claim beta differences ends lambda log_moment n norm sigma squares_0 squares_1 squares_2.
