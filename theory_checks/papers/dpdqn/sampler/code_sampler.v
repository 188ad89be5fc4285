(* The states 0, 1/2 and 1: the covariance is exp(-1/2), and that of a path is exp(-1). *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import NormalMean NormalEvents LinearForms Bridge.
From dpdqn Require Import code_sampler_formula code_sampler_statement.
Open Scope R_scope.

Lemma constant w : mean_of_one (fun _ => w) w.
Proof.
  pose proof (mean_of_quadratic 0 0 w) as known; rewrite Rplus_0_l in known.
  apply (mean_of_one_ext (fun x => 0 * x ^ 2 + 0 * x + w)); [intros; ring|exact known].
Qed.

Lemma correlated w c : mean 3 (fun z => 1 * z 0%nat * (w * (1 * z 0%nat) + c * z 2%nat) / 1 ^ 2) w.
Proof.
  exists (fun _ => w); split; [intros x|].
  - exists (fun _ => w); split; [intros y|].
    + exists (fun z => w * z ^ 2 + c * x * z + 0); split; [intros z; simpl; field|].
      pose proof (mean_of_quadratic w (c * x) 0) as known; rewrite Rplus_0_r in known; exact known.
    + apply constant.
  - apply constant.
Qed.

Theorem code_sampler_refuted : ~ code_sampler_statement.
Proof.
  intros all; assert (claim : code_sampler_claim (kernel 1 1 (1 / 2)) 0 (1 / 2) 1).
  { apply (all 0 (1 / 2) 1 1 (kernel 1 1 (1 / 2)) ltac:(lra)); [|repeat split; lra].
    exact (correlated (kernel 1 1 (1 / 2)) (1 * sqrt (1 - kernel 1 1 (1 / 2) ^ 2))). }
  unfold code_sampler_claim in claim; unfold kernel in claim; rewrite Rabs_pos_eq in claim by lra.
  apply exp_inv in claim; lra.
Qed.
