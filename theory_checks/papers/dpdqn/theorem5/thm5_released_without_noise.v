(* L = 0 asks for no noise: the step 2, the bound k = 10, noise of deviation 1/20. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import NormalMean NormalEvents MeanExists OneUpdate.
From dpdqn Require Import thm5_released_without_noise_formula thm5_released_without_noise_statement.
Open Scope R_scope.

(* The noise cancels, and Q tells the reward. *)
Lemma outside_spends : exists spent, spends (outside_of_discount 2 (1 / 20)) 1 spent /\ 9 / 10 <= spent.
Proof.
  exists (1 - exp 1 * 0); split; [|lra].
  exists 1, 0, (fun x => if Rlt_dec 1 x then true else false), 1, 0; split; [rewrite Rabs_pos_eq; lra|].
  unfold chance, outside_of_discount, step; repeat split; [apply (mean_of_one_ext (fun _ => 1))|apply (mean_of_one_ext (fun _ => 0))];
    try apply mean_of_one_const; intros z; destruct (Rlt_dec _ _); lra.
Qed.

Lemma none release : (exists spent, spends (release 2 (1 / 20)) 1 spent /\ 9 / 10 <= spent) -> ~ true_for release.
Proof.
  intros [spent [known large]] all.
  assert (root : sqrt (1 / 88) <= 1) by (rewrite <- sqrt_1 at 2; apply sqrt_le_1_alt; lra).
  pose proof (sqrt_pos (1 / 88)); pose proof (exp_pos 1).
  assert (claim : thm5_released_without_noise_claim 1 0 1 0 1 2 (1 / 88) (1 / 100) 1 10 (1 / 20) spent 88).
  { apply (all 0 0 2 (1 / 88) (1 / 100) 1 10 (1 / 20) spent 88); [lra|exact known| |].
    - unfold thm5_released_without_noise_domain; pose proof (logarithm_positive (1 / (1 / 100)) ltac:(lra)).
      rewrite Rmult_0_r; repeat split; try lra; unfold Rdiv; rewrite Rinv_1; nra.
    - unfold thm5_released_without_noise_defined; lra. }
  unfold thm5_released_without_noise_claim in claim; pose proof (small_tail (2 * 10 - 217 / 25 * sqrt (1 / 88) * (1 / 20)) ltac:(lra)); lra.
Qed.

Theorem thm5_released_without_noise_refuted : ~ thm5_released_without_noise_statement.
Proof. intros [one|other]; [exact (none _ without_noise_spends one)|exact (none _ outside_spends other)]. Qed.
