(* The bound on the points i/2^n, for every n: the log ratio is normal by Cameron and Martin, with g^T K^-1 g for its norm. What the
   bound tends to is left out. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Moments GridNorm.
From dpdqn Require Import lemma11_relaxation_repaired_formula.
Open Scope R_scope.

Definition lemma11_relaxation_repaired_statement : Prop :=
  forall (beta differences ends lambda log_moment means : R) (n : Z) (sigma norm moment : R) (g : nat -> R),
    let N := Nat.pow 2 (Z.to_nat n) in
    ends = g O ^ 2 + g N ^ 2 -> means = edge_means N g -> differences = steps N g -> grid_norm beta N g norm ->
    ratio_moment 0 (norm / sigma ^ 2) lambda 0 moment /\ log_moment = ln moment ->
    lemma11_relaxation_repaired_domain beta differences ends lambda log_moment means n sigma ->
    lemma11_relaxation_repaired_defined beta differences ends lambda log_moment means n sigma /\
    lemma11_relaxation_repaired_claim beta differences ends lambda log_moment means n sigma.
