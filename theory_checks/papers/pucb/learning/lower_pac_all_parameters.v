(* alpha = H = 1: no episode can be a mistake, however many there are. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Planner Regret.
From pucb Require Import lower_pac_all_parameters_formula lower_pac_all_parameters_statement.
Open Scope R_scope.

Theorem lower_pac_all_parameters_refuted : ~ lower_pac_all_parameters_statement.
Proof.
  intros (c & positive & all); specialize (positive 1%nat 2%nat 1%nat 1 1).
  destruct (all 1%nat 2%nat 1%nat 1 1 (fun _ _ _ => 0%nat)) as (mean & move & start & T & law & first & claim); [lia|intros t j s _ _; lia| |].
  - intros T f some; unfold lower_pac_all_parameters_domain, lower_pac_all_parameters_defined; rewrite <- (INR_IZR_INZ T).
    pose proof (le_INR 1 T some) as many; simpl in *; repeat split; lra.
  - pose proof (gap_most 1 2 1 mean move start ltac:(lia) law first (fun _ _ => 0%nat) ltac:(intros j s _ _; lia)) as most.
    unfold lower_pac_all_parameters_claim, mistakes in claim; change (INR 1) with 1 in most.
    destruct (Rle_dec (gap 1 2 1 mean move start (fun _ _ => 0%nat)) 1); [|contradiction].
    rewrite sum_const, Rmult_0_r in claim; simpl in claim; lra.
Qed.
