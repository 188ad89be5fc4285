(* As T^3 >= SAH, the second summand is at most 2 (beta/2)^4, which is at most beta/2. *)
From Coq Require Import Reals Lra Psatz.
From pucb Require Import beta_prime_repaired_statement.
Open Scope R_scope.

Theorem beta_prime_repaired : beta_prime_repaired_statement.
Proof.
  unfold beta_prime_repaired_statement, beta_prime_repaired_domain, beta_prime_repaired_defined, beta_prime_repaired_claim.
  intros A H S T beta half (positive & small & -> & _ & _ & _ & horizon & large).
  split; [lra|].
  set (sizes := IZR S * IZR A * IZR H) in *; set (t := IZR T) in *.
  assert (0 < t ^ 3) by (apply pow_lt; lra).
  replace (2 * IZR S * IZR A * IZR H * t * (beta / 2 / t) ^ 4) with (sizes / t ^ 3 * (beta ^ 4 / 8))
    by (unfold sizes; field; lra).
  assert (sizes / t ^ 3 <= 1).
  { apply (Rmult_le_reg_r (t ^ 3)); [assumption|].
    unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_l, Rmult_1_r; lra. }
  assert (0 <= beta ^ 2 <= beta) by nra.
  assert (0 <= beta ^ 4 <= beta) by (replace (beta ^ 4) with (beta ^ 2 * beta ^ 2) by ring; nra).
  nra.
Qed.
