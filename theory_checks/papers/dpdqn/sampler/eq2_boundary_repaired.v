(* The nearest value predicts alone, since correlations multiply on the way past it. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import eq2_boundary_repaired_formula eq2_boundary_repaired_statement.
Open Scope R_scope.

Theorem eq2_boundary_repaired : eq2_boundary_repaired_statement.
Proof.
  intros beta gap nearest sigma s place w distance known mean variance _.
  rewrite kernel_same, Rmult_1_r in known; subst w; split.
  - unfold eq2_boundary_repaired_claim, mean, variance; rewrite kernel_same; unfold kernel; rewrite distance.
    split; [reflexivity|]; f_equal; f_equal; rewrite <- exp_plus; f_equal; ring.
  - intros x [[low high]|[low high]].
    + apply beyond_all; assumption.
    + rewrite !(kernel_symmetric beta _ x), (kernel_symmetric beta s place), (kernel_through beta x place s) by assumption; ring.
Qed.
