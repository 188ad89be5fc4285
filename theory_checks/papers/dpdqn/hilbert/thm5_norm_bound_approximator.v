(* f(x) = 2 x - 1 with L = M = beta = 1: its norm is 19/6, and the bound 2. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import thm5_norm_bound_approximator_formula thm5_norm_bound_approximator_statement.
Open Scope R_scope.

Theorem thm5_norm_bound_approximator_refuted : ~ thm5_norm_bound_approximator_statement.
Proof.
  intros all; pose proof (all (1)%Z (1) (1) (1 / 4) (1) (0)
    (fun x => -1 + 2 * x) (fun _ => 2) (smooth_line (-1) (2))) as claim.
  cbv zeta in claim; unfold square in claim; rewrite inner_lines in claim by lra.
  unfold thm5_norm_bound_approximator_domain, thm5_norm_bound_approximator_defined, thm5_norm_bound_approximator_claim in claim.
  assert (low : bounded_by (1) (fun x => -1 + 2 * x)) by (intros x inside; apply Rabs_le; lra).
  assert (flat : bounded_by (2 * 1) (fun _ => 2)) by (intros x inside; apply Rabs_le; lra).
  specialize (claim low flat); match type of claim with ?A -> ?B -> _ => assert (within : A) by (repeat split; lra);
    assert (meant : B) by (repeat split; lra) end.
  specialize (claim within meant); lra.
Qed.
