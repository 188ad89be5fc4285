(* The larger of two numbers is half of their sum and half of their distance. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import NormalMean Paths.
From dpdqn Require Import lemma8_base_formula lemma8_base_statement.
Open Scope R_scope.

Theorem lemma8_base_verified : lemma8_base_statement.
Proof.
  intros beta m modulus sigma largest distance [positive noise]; pose proof PI_RGT_0 as pi.
  rewrite (mean_unique _ _ _ _ largest (mean_of_ends beta sigma positive noise)).
  rewrite (mean_unique _ _ _ _ distance (modulus_of_ends beta sigma positive noise)).
  assert (below : 0 <= 1 - exp (- beta) <= beta).
  { pose proof (exp_ineq1_le (- beta)); assert (exp (- beta) < exp 0) by (apply exp_increasing; lra); rewrite exp_0 in *; lra. }
  assert (0 <= / PI) by (left; apply Rinv_0_lt_compat, pi); unfold lemma8_base_defined, lemma8_base_claim.
  assert ((1 - exp (- beta)) / PI <= beta / PI) by (apply Rmult_le_compat_r; lra).
  repeat split; try (apply Rmult_le_pos; lra); [field|field|].
  apply Rmult_le_compat_r; [lra|apply sqrt_le_1_alt; assumption].
Qed.
