(* With t = h^2 s^2 the difference of both sides is 2n (t - 1/2)^2. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Sums NormalMean NormalSquare.
From gpope Require Import noise_variance_c_free_constant_formula noise_variance_c_free_constant_statement.
Open Scope R_scope.

Example met : mean_square_noise 1 1 1 (INR 2 * (1 ^ 2 * 1 ^ 2)) /\ noise_variance_c_free_constant_domain 1 2 1 1 1 2 (1 ^ 2).
Proof. split; [apply (mean_square_of_noise 2)|unfold noise_variance_c_free_constant_domain; lra]. Qed.

Theorem noise_variance_c_free_constant_verified : noise_variance_c_free_constant_statement.
Proof.
  unfold noise_variance_c_free_constant_statement, noise_variance_c_free_constant_domain, noise_variance_c_free_constant_defined, noise_variance_c_free_constant_claim.
  intros n N m c h s noise law (size & paths & runs & clip & spread & _ & ->).
  assert (0 < IZR m ^ 2) by nra; split; [lra|].
  rewrite (mean_unique _ _ _ _ law (mean_square_of_noise _ _ _)), mult_INR, INR_IZR_INZ, (INR_IZR_INZ n); simpl (IZR (Z.of_nat 2)).
  replace (IZR m ^ 2 * (2 * IZR (Z.of_nat n) * (h ^ 2 * s ^ 2) ^ 2) / IZR N * IZR N / IZR m ^ 2 + IZR (Z.of_nat n) / 2)
    with (2 * IZR (Z.of_nat n) * (h ^ 2 * s ^ 2 - / 2) ^ 2 + 2 * IZR (Z.of_nat n) * (h ^ 2 * s ^ 2)) by (field; lra).
  assert (0 <= 2 * IZR (Z.of_nat n) * (h ^ 2 * s ^ 2 - / 2) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]); lra.
Qed.
