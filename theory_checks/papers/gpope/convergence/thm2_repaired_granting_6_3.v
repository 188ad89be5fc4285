(* The noise beta^2 v is 1 - (1 - beta lambda)^2 times the level C_0. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm2_repaired_granting_6_3_formula thm2_repaired_granting_6_3_statement.
Open Scope R_scope.

(* The hypotheses are met by errors that fall like 1/4^i. *)
Example met : (forall i, (1 <= i <= 1)%nat -> (/ 4) ^ S i <= (1 - 1 / 2 * 1) ^ 2 * (/ 4) ^ i + (1 / 2) ^ 2 * 0) /\
  thm2_repaired_granting_6_3_domain (Z.of_nat 1) (1 / 2) ((/ 4) ^ 2) 1 ((/ 4) ^ 1) 0.
Proof. split; [intros i range; replace i with 1%nat by lia|unfold thm2_repaired_granting_6_3_domain]; simpl; lra. Qed.

Theorem thm2_repaired_granting_6_3_repaired : thm2_repaired_granting_6_3_statement.
Proof.
  intros errors N beta lmin v step.
  unfold thm2_repaired_granting_6_3_statement, thm2_repaired_granting_6_3_domain, thm2_repaired_granting_6_3_defined, thm2_repaired_granting_6_3_claim.
  intros (positive & _ & short & curve & noise & _ & runs).
  assert (0 < beta * lmin < 2).
  { apply (Rmult_lt_compat_r lmin) in short; [|lra].
    replace (2 / lmin * lmin) with 2 in short by (field; lra); split; [apply Rmult_lt_0_compat|]; lra. }
  assert (0 < 2 * lmin - beta * lmin ^ 2).
  { replace (2 * lmin - beta * lmin ^ 2) with (lmin * (2 - beta * lmin)) by ring; apply Rmult_lt_0_compat; lra. }
  split; [split; [left|]; lra|].
  replace (2 * Z.of_nat N)%Z with (Z.of_nat (2 * N)) by lia; rewrite <- pow_powerRZ, pow_mult.
  apply geometric; [apply pow2_ge_0|]; intros i range; specialize (step i range).
  replace ((1 - (1 - beta * lmin) ^ 2) * (beta * v / (2 * lmin - beta * lmin ^ 2))) with (beta ^ 2 * v)
    by (field; lra); exact step.
Qed.
