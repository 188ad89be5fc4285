(* The nearest value predicts alone, since correlations multiply on the way past it. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Bridge.
From dpdqn Require Import code_sampler_repaired_formula code_sampler_repaired_statement.
Open Scope R_scope.

Theorem code_sampler_repaired : code_sampler_repaired_statement.
Proof.
  intros gap nearest sigma s place w distance known mean variance _.
  rewrite kernel_same, Rmult_1_r in known; subst w; split.
  - unfold code_sampler_repaired_claim, mean, variance; rewrite kernel_same; unfold kernel; rewrite distance, Rmult_1_l.
    split; [reflexivity|]; f_equal; f_equal; rewrite <- exp_plus; f_equal; ring.
  - intros x [[low high]|[low high]].
    + apply beyond_all; assumption.
    + rewrite !(kernel_symmetric 1 _ x), (kernel_symmetric 1 s place), (kernel_through 1 x place s) by assumption; ring.
Qed.
