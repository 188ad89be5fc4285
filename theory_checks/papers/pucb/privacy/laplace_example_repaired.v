(* The view shifts by 1, so the largest loss is 1 over the scale. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Laplace.
From pucb Require Import laplace_example_repaired_formula laplace_example_repaired_statement.
Open Scope R_scope.

Theorem laplace_example_repaired : laplace_example_repaired_statement.
Proof.
  intros t t' u w epsilon loss law; unfold laplace_example_repaired_domain, laplace_example_repaired_claim; intros positive.
  assert (0 < 1 / epsilon) as scale by (apply Rdiv_lt_0_compat; lra); split.
  - rewrite (largest_loss_is _ t t' u w loss scale law); right; field; lra.
  - intros smaller more [some less] other; rewrite (largest_loss_is _ t t' u w more some other); apply Rlt_not_le.
    apply (Rmult_lt_reg_r smaller); [exact some|]; replace (1 / smaller * smaller) with 1 by (field; lra).
    apply (Rmult_lt_compat_l epsilon) in less; [|lra]; replace (epsilon * (1 / epsilon)) with 1 in less by (field; lra); lra.
Qed.
