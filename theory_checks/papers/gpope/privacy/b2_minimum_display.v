(* The least value is at lambda = epsilon m^2 sigma^2/(2N). *)
From Coq Require Import Reals ZArith Lra Psatz.
From gpope Require Import b2_minimum_display_formula b2_minimum_display_statement.
Open Scope R_scope.

Example met : b2_minimum_display_domain 1 1 (- (1 / 4)) 1 1.
Proof. unfold b2_minimum_display_domain; lra. Qed.

Theorem b2_minimum_display_verified : b2_minimum_display_statement.
Proof.
  unfold b2_minimum_display_statement, b2_minimum_display_domain, b2_minimum_display_defined, b2_minimum_display_claim.
  intros m N sigma epsilon exponent (paths & runs & spread & level).
  assert (0 < IZR m ^ 2 * sigma ^ 2) by (apply Rmult_lt_0_compat; apply pow_lt; lra).
  set (v := IZR m ^ 2 * sigma ^ 2) in *; set (best := epsilon * v / (2 * IZR N)).
  assert (0 < best) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  assert (value : IZR N * best ^ 2 / v - best * epsilon = - (v * epsilon ^ 2 / (4 * IZR N))) by (unfold best; field; lra).
  split.
  - exists best; split; [assumption|]; intros other _; rewrite value.
    replace (IZR N * other ^ 2 / v - other * epsilon)
      with (IZR N / v * (other - best) ^ 2 - v * epsilon ^ 2 / (4 * IZR N)) by (unfold best; field; lra).
    assert (0 <= IZR N / v * (other - best) ^ 2); [|lra].
    apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra|apply pow2_ge_0].
  - intros least; split; [lra|]; rewrite <- value; apply least; assumption.
Qed.
