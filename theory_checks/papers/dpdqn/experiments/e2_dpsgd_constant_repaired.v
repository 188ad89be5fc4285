(* The half-line where the densities have the ratio exp(epsilon) gives away most. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalEvents Gaussian.
From dpdqn Require Import e2_dpsgd_constant_repaired_formula e2_dpsgd_constant_repaired_statement.
Open Scope R_scope.

Theorem e2_dpsgd_constant_repaired : e2_dpsgd_constant_repaired_statement.
Proof.
  intros epsilon exact mu sigma known (_ & value & noise & target).
  assert (positive : 0 < mu) by (rewrite value; apply Rdiv_lt_0_compat; lra).
  unfold e2_dpsgd_constant_repaired_defined, e2_dpsgd_constant_repaired_claim; split; [lra|]; rewrite <- curve_formula by exact positive.
  exact (is_lub_u _ _ _ known (least_delta_curve epsilon mu positive)).
Qed.
