(* With the probability 1/2: each error is larger with a probability above 1/2. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace LaplaceLaw Decide.
From pucb Require Import counter_accuracy_natural_log_formula counter_accuracy_natural_log_statement.
Open Scope R_scope.

Theorem counter_accuracy_natural_log_refuted : ~ counter_accuracy_natural_log_statement.
Proof.
  intros all; specialize (all 1 (1 / 2)); cbv zeta in all; replace (1 / (1 / 2)) with 2 in all by field.
  assert (root : 0 <= sqrt (ln 2 ^ 5) < 1 / 2) by (split; [apply sqrt_pos|decided]); set (r := sqrt (ln 2 ^ 5)) in *.
  assert (one : 0 < ln 2) by decided.
  assert (some : 0 <= 4 / 1 * ln 2 * r) by (apply Rmult_le_pos; lra).
  rewrite within_probability in all by lra; replace (4 / 1 * ln 2 * r / (2 / 1)) with (2 * r * ln 2) in all by field.
  assert (likely : exp (- ln 2) < exp (- (2 * r * ln 2))) by (apply exp_increasing; nra).
  rewrite exp_Ropp, exp_ln in likely by lra; pose proof (exp_pos (- (2 * r * ln 2))).
  assert (exp (- (2 * r * ln 2)) <= 1) by (rewrite <- exp_0; apply Raux.exp_le || (left; apply exp_increasing); nra).
  set (e := exp (- (2 * r * ln 2))) in *.
  unfold counter_accuracy_natural_log_domain, counter_accuracy_natural_log_claim in all.
  assert (1 - (1 - e) ^ 2 <= 1 / 2) by (apply all; simpl; lra); assert ((1 - e) ^ 2 <= (1 / 2) ^ 2) by (apply pow_incr; lra); lra.
Qed.
