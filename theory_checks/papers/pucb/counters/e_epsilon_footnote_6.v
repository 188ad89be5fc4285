(* With beta' = 34/100 the level is almost 0: an error is at least that with a probability above 9/10. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace LaplaceLaw Decide.
From pucb Require Import e_epsilon_footnote_6_formula e_epsilon_footnote_6_statement.
Open Scope R_scope.

Theorem e_epsilon_footnote_6_refuted : ~ e_epsilon_footnote_6_statement.
Proof.
  intros all; specialize (all 1 (34 / 100)); cbv zeta in all; replace ((2 * 1 * 1 * 1 + 1 ^ 2 * 1 * 1) / / (34 / 100)) with (51 / 50) in all by field.
  assert (root : 0 <= sqrt (ln 2 ^ 5) < 1) by (split; [apply sqrt_pos|decided]); set (r := sqrt (ln 2 ^ 5)) in *.
  assert (some : 0 < ln (51 / 50) < 1 / 10) by (split; decided).
  assert (level : 0 <= 3 / 1 * 1 * ln (51 / 50) * r) by (assert (0 <= ln (51 / 50) * r) by (apply Rmult_le_pos; lra); lra).
  rewrite within_probability in all by lra; replace (3 / 1 * 1 * ln (51 / 50) * r / (3 * 1 * 2 / 1)) with (ln (51 / 50) * r / 2) in all by field.
  assert (likely : 9 / 10 < exp (- (1 / 10))) by decided.
  assert (exp (- (1 / 10)) <= exp (- (ln (51 / 50) * r / 2))) by (apply Raux.exp_le; nra).
  assert (exp (- (ln (51 / 50) * r / 2)) <= 1) by (rewrite <- exp_0; apply Raux.exp_le; nra).
  set (e := exp (- (ln (51 / 50) * r / 2))) in *; unfold e_epsilon_footnote_6_domain, e_epsilon_footnote_6_claim in all.
  assert (1 - (1 - e) ^ 3 <= 34 / 100) by (apply all; [lra|simpl; lra]); assert ((1 - e) ^ 3 <= (1 / 10) ^ 3) by (apply pow_incr; lra); lra.
Qed.
