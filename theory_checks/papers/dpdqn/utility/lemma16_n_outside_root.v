(* One state, one action that earns 4, and many that earn nothing: more often than not noise makes one of these the best. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Policies NormalMean RewardNoise LinearForms MeanExists DualPrograms Bandit.
From dpdqn Require Import lemma16_n_outside_root_formula lemma16_n_outside_root_statement.
Open Scope R_scope.

Theorem lemma16_n_outside_root_refuted : ~ lemma16_n_outside_root_statement.
Proof.
  intros all; destruct taken_earns_little as (k & p & some & small & known).
  pose proof (sqrt_lt_R0 PI PI_RGT_0) as root; destruct printed_factor as [bound _].
  assert (claim : lemma16_n_outside_root_claim (INR (S k)) (1 / 2) 1 (1 / 2) (8 - 8 * p) (INR (S k)) 1 1).
  { replace (8 - 8 * p) with ((dual_objective 1 (S k) (ahead k) (all_on (1 / 2) k) - 2 * (4 * p)) / INR 1)
      by (rewrite all_on_objective by lia; unfold ahead; rewrite Nat.eqb_refl; simpl; field).
    apply (all 1%nat (S k) (1 / 2) 1 always (ahead k) (all_on (1 / 2) k) (fun z => all_on (1 / 2) (taken k z))).
    - apply always_rows.
    - apply all_on_best; [lra|lia|]; intros a _; unfold ahead; rewrite Nat.eqb_refl; destruct (Nat.eqb a k); lra.
    - intros z; apply all_on_best; [lra|apply taken_most|apply taken_most].
    - rewrite Nat.mul_1_l; apply (mean_ext (S k) (fun z => 2 * ahead k (taken k z) 0)); [|apply mean_times, known].
      intros z; rewrite all_on_objective by apply taken_most; field.
    - simpl INR; unfold lemma16_n_outside_root_domain; simpl; repeat split; lra.
    - unfold lemma16_n_outside_root_defined; simpl; repeat split; lra. }
  unfold lemma16_n_outside_root_claim in claim; simpl in claim.
  replace (2 * 1) with 2 in claim by ring; unfold Rdiv in *; rewrite Rinv_mult in claim; nra.
Qed.
