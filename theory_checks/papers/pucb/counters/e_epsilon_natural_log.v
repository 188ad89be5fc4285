(* With beta' = 1/2: an error is at least the level with a probability above 2/5. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace LaplaceLaw Decide.
From pucb Require Import e_epsilon_natural_log_formula e_epsilon_natural_log_statement.
Open Scope R_scope.

Theorem e_epsilon_natural_log_refuted : ~ e_epsilon_natural_log_statement.
Proof.
  intros all; specialize (all 1 (1 / 2)); cbv zeta in all; replace ((2 * 1 * 1 * 1 + 1 ^ 2 * 1 * 1) * / (1 / 2)) with 6 in all by field.
  assert (root : 0 <= sqrt (ln 2 ^ 5) < 1) by (split; [apply sqrt_pos|decided]); set (r := sqrt (ln 2 ^ 5)) in *.
  assert (some : 0 < ln 6) by decided.
  assert (level : 0 <= 3 / 1 * 1 * ln 6 * r) by (assert (0 <= ln 6 * r) by (apply Rmult_le_pos; lra); lra).
  rewrite within_probability in all by lra; replace (3 / 1 * 1 * ln 6 * r / (3 * 1 * 2 / 1)) with (ln 6 * r / 2) in all by field.
  assert (likely : 2 / 5 < exp (- (ln 6 / 2))) by decided.
  assert (exp (- (ln 6 / 2)) <= exp (- (ln 6 * r / 2))) by (apply Raux.exp_le; nra).
  assert (exp (- (ln 6 * r / 2)) <= 1) by (rewrite <- exp_0; apply Raux.exp_le; nra).
  set (e := exp (- (ln 6 * r / 2))) in *; unfold e_epsilon_natural_log_domain, e_epsilon_natural_log_claim in all.
  assert (1 - (1 - e) ^ 3 <= 1 / 2) by (apply all; [lra|simpl; lra]); assert ((1 - e) ^ 3 <= (3 / 5) ^ 3) by (apply pow_incr; lra); lra.
Qed.
