(* With beta' = 1/2: an error is at least the level with a probability above 1/4. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace LaplaceLaw Decide.
From pucb Require Import e_epsilon_log2_formula e_epsilon_log2_statement.
Open Scope R_scope.

Theorem e_epsilon_log2_refuted : ~ e_epsilon_log2_statement.
Proof.
  intros all; specialize (all 1 (1 / 2)); cbv zeta in all; replace ((2 * 1 * 1 * 1 + 1 ^ 2 * 1 * 1) * / (1 / 2)) with 6 in all by field.
  assert (two : 0 < ln 2) by decided; replace (ln 2 / ln 2) with 1 in all by (field; lra); rewrite pow1, sqrt_1 in all.
  assert (some : 0 < ln 6) by decided; assert (level : 0 < ln 6 / ln 2) by (apply Rdiv_lt_0_compat; lra).
  rewrite within_probability in all by lra; replace (3 / 1 * 1 * (ln 6 / ln 2) * 1 / (3 * 1 * 2 / 1)) with (ln 6 / ln 2 / 2) in all by (field; lra).
  assert (likely : 1 / 4 < exp (- (ln 6 / ln 2 / 2))) by decided.
  assert (exp (- (ln 6 / ln 2 / 2)) <= 1) by (rewrite <- exp_0; apply Raux.exp_le; lra).
  set (e := exp (- (ln 6 / ln 2 / 2))) in *; unfold e_epsilon_log2_domain, e_epsilon_log2_claim in all.
  assert (1 - (1 - e) ^ 3 <= 1 / 2) by (apply all; [lra|simpl; lra]); assert ((1 - e) ^ 3 <= (3 / 4) ^ 3) by (apply pow_incr; lra); lra.
Qed.
