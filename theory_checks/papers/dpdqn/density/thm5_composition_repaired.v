(* The half-line where the densities have the ratio exp(epsilon) gives away most. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Normal NormalEvents Gaussian.
From dpdqn Require Import thm5_composition_repaired_formula thm5_composition_repaired_statement.
Open Scope R_scope.

Theorem thm5_composition_repaired : thm5_composition_repaired_statement.
Proof.
  intros updates Delta epsilon exact mu sigma known (_ & _ & value & target & size & noise & many).
  assert (positive : 0 < mu) by (rewrite value; apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [apply sqrt_lt_R0|]|]; lra).
  unfold thm5_composition_repaired_defined, thm5_composition_repaired_claim; split; [lra|]; rewrite <- curve_formula by exact positive.
  exact (is_lub_u _ _ _ known (least_delta_curve epsilon mu positive)).
Qed.
