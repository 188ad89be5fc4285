(* With the probability 3/4: each error is larger with the probability 9/16. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace LaplaceLaw.
From pucb Require Import counter_accuracy_log2_formula counter_accuracy_log2_statement.
Open Scope R_scope.

Theorem counter_accuracy_log2_refuted : ~ counter_accuracy_log2_statement.
Proof.
  assert (one : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  intros all; specialize (all 1 (3 / 4)); cbv zeta in all; replace (1 / (3 / 4)) with (4 / 3) in all by field.
  replace (ln 2 / ln 2) with 1 in all by (field; lra); rewrite pow1, sqrt_1 in all.
  assert (some : 0 < ln (4 / 3)) by (rewrite <- ln_1; apply ln_increasing; lra).
  rewrite within_probability in all by lra.
  replace (- (4 / 1 * ln (4 / 3) * 1 / (2 / 1))) with (- ln (4 / 3) + - ln (4 / 3)) in all by field.
  rewrite exp_plus, exp_Ropp, exp_ln in all by lra.
  unfold counter_accuracy_log2_domain, counter_accuracy_log2_claim in all.
  assert (1 - (1 - / (4 / 3) * / (4 / 3)) ^ 2 <= 3 / 4); [apply all; simpl; lra|]; replace (/ (4 / 3)) with (3 / 4) in * by field; lra.
Qed.
