(* One state and one action: the left side is the mean of |Z|, the right side that of Z. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Mdp Optimal NormalMean RewardNoise.
From dpdqn Require Import prop10_last_step_optimal_for_noised_rewards_formula prop10_last_step_optimal_for_noised_rewards_statement.
Open Scope R_scope.

Theorem prop10_last_step_optimal_for_noised_rewards_refuted : ~ prop10_last_step_optimal_for_noised_rewards_statement.
Proof.
  intros all; set (v' := fun (z : nat -> R) s => noised 1 1 (fun _ _ => 0) z 0 s / (1 - 0)).
  assert (form : forall z, v' z 0%nat = z 0%nat) by (intros z; unfold v', noised; simpl; field).
  assert (claim : prop10_last_step_optimal_for_noised_rewards_claim 0 mean_modulus 1).
  { apply (all 1%nat 1%nat 0 1 stay (fun _ _ => 0) (fun _ => 0 / (1 - 0)) v'); [lia|lra|apply stay_rows| | | | |].
    - exact (stay_value 1 0 (fun _ _ => 0) ltac:(lra)).
    - intros z; exact (stay_value 1 0 (noised 1 1 (fun _ _ => 0) z) ltac:(lra)).
    - exists Rabs; split; [|exact mean_absolute]; intros x; simpl; unfold norm1; simpl; rewrite form; simpl.
      replace (x - 0 / (1 - 0)) with x by field; field.
    - exists (fun x => x); split; [|exact mean_centred]; intros x; simpl; rewrite form; simpl; field.
    - unfold prop10_last_step_optimal_for_noised_rewards_domain; lra. }
  unfold prop10_last_step_optimal_for_noised_rewards_claim, mean_modulus in claim; pose proof PI_RGT_0.
  pose proof (sqrt_lt_R0 (2 / PI) (Rdiv_lt_0_compat 2 PI ltac:(lra) PI_RGT_0)); lra.
Qed.
