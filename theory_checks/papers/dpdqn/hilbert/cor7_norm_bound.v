(* The constant 2, a difference of the values 1 and -1: its norm is 6, and the bound 3. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import cor7_norm_bound_formula cor7_norm_bound_statement.
Open Scope R_scope.

Theorem cor7_norm_bound_refuted : ~ cor7_norm_bound_statement.
Proof.
  intros all; pose proof (all (0) (1) (0) (1)
    (fun x => 2 + 0 * x) (fun _ => 0) (smooth_line (2) (0))) as claim.
  cbv zeta in claim; unfold square in claim; rewrite inner_lines in claim by lra.
  unfold cor7_norm_bound_domain, cor7_norm_bound_defined, cor7_norm_bound_claim in claim.
  assert (low : bounded_by (2 * 1 / (1 - 0)) (fun x => 2 + 0 * x)) by (intros x inside; apply Rabs_le; lra).
  assert (flat : bounded_by (2 * 0) (fun _ => 0)) by (intros x inside; apply Rabs_le; lra).
  specialize (claim low flat); match type of claim with ?A -> ?B -> _ => assert (within : A) by (repeat split; lra);
    assert (meant : B) by (repeat split; lra) end.
  specialize (claim within meant); lra.
Qed.
