(* The noise beta^2 V is 1 - q times the level C_0, and q is at least 0 as mu^2 is at most 4 L. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Recursions.
From gpope Require Import thm2_repaired_lyapunov_norm_formula thm2_repaired_lyapunov_norm_statement.
Open Scope R_scope.

(* The hypotheses are met by errors that fall like (3/4)^i. *)
Example met :
  (forall i, (1 <= i <= 1)%nat ->
    (3 / 4) ^ S i <= (1 - 1 / 2 * 1 + (1 / 2) ^ 2 * 1) * (3 / 4) ^ i + (1 / 2) ^ 2 * (0 + 0 * (3 / 4) ^ i)) /\
  thm2_repaired_lyapunov_norm_domain 0 1 (Z.of_nat 1) 0 (1 / 2) ((3 / 4) ^ 2) 1 ((3 / 4) ^ 1).
Proof. split; [intros i range; replace i with 1%nat by lia|unfold thm2_repaired_lyapunov_norm_domain]; simpl; lra. Qed.

Theorem thm2_repaired_lyapunov_norm_repaired : thm2_repaired_lyapunov_norm_statement.
Proof.
  intros errors N G1 L V beta mu step.
  unfold thm2_repaired_lyapunov_norm_statement, thm2_repaired_lyapunov_norm_domain, thm2_repaired_lyapunov_norm_defined, thm2_repaired_lyapunov_norm_claim.
  intros (positive & _ & short & curve & convex & size & growth & noise & _ & runs).
  assert (0 < mu - beta * (L + G1)).
  { apply (Rmult_lt_compat_r (L + G1)) in short; [|lra].
    replace (mu / (L + G1) * (L + G1)) with mu in short by (field; lra); lra. }
  split; [split; [left|]; lra|]; rewrite <- pow_powerRZ.
  apply geometric.
  - apply (Rmult_le_reg_l (4 * (L + G1))); [lra|].
    replace (4 * (L + G1) * (1 - beta * mu + beta ^ 2 * (L + G1)))
      with ((2 * beta * (L + G1) - mu) ^ 2 + (4 * (L + G1) - mu ^ 2)) by ring.
    pose proof (pow2_ge_0 (2 * beta * (L + G1) - mu)); lra.
  - intros i range; specialize (step i range).
    replace ((1 - (1 - beta * mu + beta ^ 2 * (L + G1))) * (beta * V / (mu - beta * (L + G1))))
      with (beta ^ 2 * V) by (field; lra); lra.
Qed.
