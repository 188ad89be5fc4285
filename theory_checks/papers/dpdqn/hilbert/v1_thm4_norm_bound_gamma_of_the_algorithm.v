(* With the gradient 10 in theta a reward moves the function by 100. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import v1_thm4_norm_bound_gamma_of_the_algorithm_formula v1_thm4_norm_bound_gamma_of_the_algorithm_statement.
Open Scope R_scope.

Theorem v1_thm4_norm_bound_gamma_of_the_algorithm_refuted : ~ v1_thm4_norm_bound_gamma_of_the_algorithm_statement.
Proof.
  intros all; set (f := fun s => trained 10 1 0 0 0 1 s - trained 10 1 0 0 0 0 s).
  assert (form : f = fun x => 100 + 0 * x).
  { apply FunctionalExtensionality.functional_extensionality; intros x; unfold f, trained; ring. }
  pose proof (all 0 1 1 (1 / 2) 10 1 0 0 1 0 (fun _ => 0)) as claim; cbv zeta in claim; fold f in claim; rewrite form in claim.
  specialize (claim ltac:(rewrite Rabs_R1; lra) ltac:(rewrite Rabs_R0; lra) (smooth_line 100 0)).
  unfold v1_thm4_norm_bound_gamma_of_the_algorithm_domain, v1_thm4_norm_bound_gamma_of_the_algorithm_defined, v1_thm4_norm_bound_gamma_of_the_algorithm_claim, square in claim; rewrite inner_lines in claim by lra.
  specialize (claim ltac:(repeat split; lra) ltac:(repeat split; lra)); lra.
Qed.
