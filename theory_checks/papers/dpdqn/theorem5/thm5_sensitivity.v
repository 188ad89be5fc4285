(* Nine steps, all rewards changed by 1, L = k = 1: the distance is alpha, and the bound has 8/9 of it. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums.
From dpdqn Require Import thm5_sensitivity_formula thm5_sensitivity_statement.
Open Scope R_scope.

Theorem thm5_sensitivity_refuted : ~ thm5_sensitivity_statement.
Proof.
  intros all; pose proof (all 9%nat 1 1 0 1 0 (fun _ => 0) (fun _ => 1) (fun _ => 0)) as claim; cbv zeta in claim.
  specialize (claim ltac:(intros; rewrite Rabs_pos_eq; lra)).
  unfold thm5_sensitivity_domain, thm5_sensitivity_defined, thm5_sensitivity_claim in claim.
  rewrite !sum_const, <- INR_IZR_INZ in claim; replace (INR 9) with 9 in claim by (simpl; ring).
  replace (0 - 1 * (9 * (0 - 1) / 9) + 1 * 0 - (0 - 1 * (9 * (0 - 0) / 9) + 1 * 0)) with 1 in claim by field.
  rewrite Rabs_R1 in claim; specialize (claim ltac:(repeat split; lra) ltac:(lra)); lra.
Qed.
