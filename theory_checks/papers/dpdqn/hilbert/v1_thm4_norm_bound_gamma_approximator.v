(* The constant 4 with beta = 1/4: its norm has 1 + beta/2, and the bound 1 + beta^2. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import v1_thm4_norm_bound_gamma_approximator_formula v1_thm4_norm_bound_gamma_approximator_statement.
Open Scope R_scope.

Theorem v1_thm4_norm_bound_gamma_approximator_refuted : ~ v1_thm4_norm_bound_gamma_approximator_statement.
Proof.
  intros all; pose proof (all (0) (1 / 4) (1 / 2) (1)
    (fun x => 4 + 0 * x) (fun _ => 0) (smooth_line (4) (0))) as claim.
  cbv zeta in claim; unfold square in claim; rewrite inner_lines in claim by lra.
  unfold v1_thm4_norm_bound_gamma_approximator_domain, v1_thm4_norm_bound_gamma_approximator_defined, v1_thm4_norm_bound_gamma_approximator_claim in claim.
  assert (low : bounded_by (2 * 1 / (1 - 1 / 2)) (fun x => 4 + 0 * x)) by (intros x inside; apply Rabs_le; lra).
  assert (flat : bounded_by (2 * 0) (fun _ => 0)) by (intros x inside; apply Rabs_le; lra).
  specialize (claim low flat); match type of claim with ?A -> ?B -> _ => assert (within : A) by (repeat split; lra);
    assert (meant : B) by (repeat split; lra) end.
  specialize (claim within meant); lra.
Qed.
