(* The difference of both sides has the sign of h^2 s^2 - 1. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Sums NormalMean NormalSquare.
From gpope Require Import noise_variance_c_upper_bound_formula noise_variance_c_upper_bound_statement.
Open Scope R_scope.

(* The hypotheses are met inside of the region, and outside. *)
Example inside_met : mean_square_noise 1 1 1 (INR 2 * (1 ^ 2 * 1 ^ 2)) /\ noise_variance_c_upper_bound_domain 1 2 1 1 1 2 (1 ^ 2) /\ 1 ^ 2 * 1 ^ 2 >= 1.
Proof. split; [apply (mean_square_of_noise 2)|unfold noise_variance_c_upper_bound_domain; lra]. Qed.

Example outside_met : mean_square_noise 1 1 (1 / 2) (INR 2 * (1 ^ 2 * (1 / 2) ^ 2)) /\
  noise_variance_c_upper_bound_domain 1 (1 / 8) 1 1 1 (1 / 2) ((1 / 2) ^ 2) /\ 1 ^ 2 * (1 / 2) ^ 2 < 1.
Proof. split; [apply (mean_square_of_noise 2)|unfold noise_variance_c_upper_bound_domain; lra]. Qed.

Theorem noise_variance_c_upper_bound_region : noise_variance_c_upper_bound_statement.
Proof.
  unfold noise_variance_c_upper_bound_statement, noise_variance_c_upper_bound_domain, noise_variance_c_upper_bound_region, noise_variance_c_upper_bound_defined, noise_variance_c_upper_bound_claim.
  intros n N m c h s noise law (size & paths & runs & clip & spread & _ & ->).
  assert (0 < IZR m ^ 2) by nra; split; [lra|].
  rewrite (mean_unique _ _ _ _ law (mean_square_of_noise _ _ _)), mult_INR, INR_IZR_INZ, (INR_IZR_INZ n); simpl (IZR (Z.of_nat 2)).
  replace (IZR m ^ 2 * (2 * IZR (Z.of_nat n) * (h ^ 2 * s ^ 2) ^ 2) / IZR N * IZR N / IZR m ^ 2)
    with (2 * IZR (Z.of_nat n) * (h ^ 2 * s ^ 2) * (h ^ 2 * s ^ 2)) by (field; lra).
  assert (0 < h ^ 2) by (apply pow_lt; lra); assert (0 < h ^ 2 * s ^ 2) by (apply Rmult_lt_0_compat; lra).
  assert (some : 0 < 2 * IZR (Z.of_nat n) * (h ^ 2 * s ^ 2)) by (apply Rmult_lt_0_compat; lra).
  set (share := 2 * IZR (Z.of_nat n) * (h ^ 2 * s ^ 2)) in *; split; intros given.
  - apply Rle_ge, (Rmult_le_reg_l share); [exact some|]; rewrite Rmult_1_r; apply Rge_le, given.
  - apply Rle_ge; rewrite <- (Rmult_1_r share) at 1; apply Rmult_le_compat_l; lra.
Qed.
