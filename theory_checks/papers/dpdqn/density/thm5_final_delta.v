(* The excess of every half-line is at most half of the bound. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Gaussian GaussianBound.
From dpdqn Require Import thm5_final_delta_formula thm5_final_delta_statement.
Open Scope R_scope.

Theorem thm5_final_delta_verified : thm5_final_delta_statement.
Proof.
  intros updates D epsilon exact norm_squared sigma value [_ least] (far & size & _ & _ & noise).
  assert (0 < (epsilon - D / 2) / D) by (apply Rdiv_lt_0_compat; lra); pose proof (pow_lt sigma 2 noise).
  unfold thm5_final_delta_defined, thm5_final_delta_claim; repeat split; try lra.
  apply least; intros y [t ->]; apply excess_bound; lra.
Qed.
