(* The view shifts by 1, so the largest loss is 1/epsilon. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Vectors Laplace.
From pucb Require Import laplace_example_scale_formula laplace_example_scale_statement.
Open Scope R_scope.

Theorem laplace_example_scale_region : laplace_example_scale_statement.
Proof.
  intros t t' u w epsilon loss law; unfold laplace_example_scale_domain, laplace_example_scale_claim, laplace_example_scale_region; intros positive.
  rewrite (largest_loss_is epsilon t t' u w loss ltac:(lra) law).
  assert (product : epsilon * (1 / epsilon) = 1) by (field; lra); assert (0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra).
  split; intros; nra.
Qed.
