(* The half-line where the densities have the ratio exp(epsilon) gives away most. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalEvents Gaussian.
From dpdqn Require Import claim13_repaired_formula claim13_repaired_statement.
Open Scope R_scope.

Theorem claim13_repaired : claim13_repaired_statement.
Proof.
  intros Delta epsilon exact mu sigma known (target & size & noise & _ & value).
  assert (positive : 0 < mu) by (rewrite value; apply Rdiv_lt_0_compat; lra).
  unfold claim13_repaired_defined, claim13_repaired_claim; split; [lra|]; rewrite <- curve_formula by exact positive.
  exact (is_lub_u _ _ _ known (least_delta_curve epsilon mu positive)).
Qed.
