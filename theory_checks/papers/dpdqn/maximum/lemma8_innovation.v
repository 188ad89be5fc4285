(* Both correlations are q. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import lemma8_innovation_formula lemma8_innovation_statement.
Open Scope R_scope.

Theorem lemma8_innovation_verified : lemma8_innovation_statement.
Proof.
  intros beta sigma s step q w w' positive some known value variance _.
  assert (low : s - step < s) by lra; assert (high : s < s + step) by lra.
  assert (left : kernel beta (s - step) s = q).
  { rewrite value; unfold kernel; rewrite Rabs_left by lra; do 2 f_equal; ring. }
  assert (right : kernel beta s (s + step) = q).
  { rewrite value; unfold kernel; rewrite Rabs_left by lra; do 2 f_equal; ring. }
  pose proof (p_between beta (s - step) s positive low) as between; rewrite left in between.
  unfold lemma8_innovation_defined, lemma8_innovation_claim, variance.
  rewrite (left_over_value beta (s - step) s (s + step) positive low high _ _ known).
  apply (predicts_iff beta (s - step) s (s + step) positive low high) in known; rewrite left, right in *.
  assert (0 < 1 - q * q * (q * q)) by (assert (0 < q * q < 1) by nra; nra).
  destruct known as [-> ->]; repeat split; try nra; field; nra.
Qed.
