(* At sigma = 2, beta = 1/10000 and u = 4 one value exceeds the level with a chance of more than 1/100, and exp(-8) is less than 1/1000. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalMean UnionBound Decide.
From dpdqn Require Import lemma8_formula lemma8_statement.
Open Scope R_scope.

Theorem lemma8_refuted : ~ lemma8_statement.
Proof.
  intros (tail & least & all); set (level := 868 / 100 * sqrt (1 / 10000) * 2 + 4).
  assert (root : sqrt (1 / 10000) = 1 / 100) by (replace (1 / 10000) with (1 / 100 * (1 / 100)) by field; apply sqrt_square; lra).
  pose proof (least (1 / 10000) 2 4 _ ltac:(lra) ltac:(lra) (chance_of_scaled 2 level ltac:(lra))) as low.
  pose proof (all (1 / 10000) 2 4 ltac:(unfold lemma8_domain; lra)) as claim; unfold lemma8_claim in claim.
  assert (1 / 100 < Phi (- level / 2)) by (unfold level; rewrite root; decided); assert (exp (- 4 ^ 2 / 2) < 1 / 100) by decided; lra.
Qed.
