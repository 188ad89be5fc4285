(* One state, equal rewards: the gain is the largest of many normal numbers, which exceeds 3 nearly always. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies Normal NormalMean NormalEvents RewardNoise LinearForms MeanExists DualPrograms.
From TheoryChecks Require Import NormalSums Bandit.
From dpdqn Require Import lemma16_diamond_formula lemma16_diamond_statement.
Open Scope R_scope.

Lemma one_entry k z i : (i < k)%nat -> Rabs (z i) <= sum k (fun j => Rabs (z j)).
Proof.
  induction k as [|k IH]; [lia|]; intros small; cbn [sum]; pose proof (Rabs_pos (z k)).
  assert (0 <= sum k (fun j => Rabs (z j))) by (apply sum_nonneg; intros; apply Rabs_pos).
  destruct (Nat.eq_dec i k) as [->|]; [lra|specialize (IH ltac:(lia)); lra].
Qed.

Lemma largest_mean : exists k e, (0 < k)%nat /\ 2 <= e /\ mean (S k) (fun z => best (S k) z) e.
Proof.
  destruct (many_others (1 / 20) 3 ltac:(lra)) as (k & some & small); exists k, (average (S k) (fun z => best (S k) z)).
  assert (known : mean (S k) (fun z => best (S k) z) (average (S k) (fun z => best (S k) z))).
  { apply (lipschitz_mean (S k) 1); [lra|]; intros z w; rewrite Rmult_1_l; apply best_close; [lia|]; intros i inside.
    exact (one_entry (S k) (fun j => z j - w j) i inside). }
  split; [exact some|]; split; [|exact known].
  assert (lower : mean (S k) (fun z => 3 + (-3 * below (S k) 3 z + -1 * Rabs (z k))) (3 + (-3 * Phi 3 ^ S k + -1 * mean_modulus))).
  { apply mean_add; [apply mean_const|]; apply mean_add; apply mean_times; [apply chance_all_below|].
    exists Rabs; split; [intros x; rewrite Nat.eqb_refl; apply mean_const|apply mean_absolute]. }
  apply Rle_trans with (3 + (-3 * Phi 3 ^ S k + -1 * mean_modulus)).
  - destruct printed_factor as [_ modulus]; fold mean_modulus in modulus; pose proof (NormalTail.Phi_between 3); simpl; nra.
  - apply (mean_le (S k) _ _ _ _ lower known); intros z.
    destruct (top_most (S k) z ltac:(lia)) as [inside most]; rewrite <- (top_best (S k) z) by lia.
    specialize (most k ltac:(lia)); pose proof (Rle_abs (- z k)) as modulus; rewrite Rabs_Ropp in modulus.
    destruct (Rlt_dec (z (top (S k) z)) 3) as [less|more].
    + rewrite below_true; [lra|]; intros i small'; pose proof (proj2 (top_most (S k) z ltac:(lia)) i small'); lra.
    + rewrite (below_false (S k) 3 z (top (S k) z) inside); [pose proof (Rabs_pos (z k))|]; lra.
Qed.

Theorem lemma16_diamond_refuted : ~ lemma16_diamond_statement.
Proof.
  intros all; destruct largest_mean as (k & e & some & large & known).
  pose proof (mean_absolute_sum (S k) 1 ltac:(lra)) as modulus; destruct printed_factor as [_ bound].
  set (norm := INR (S k) * 1 * sqrt (2 / PI)) in *; pose proof (lt_0_INR (S k) ltac:(lia)) as count.
  assert (same : forall z a s, (s < 1)%nat -> noise 1 1 z a s = z a).
  { intros z a s state; unfold noise, noised; replace (a * 1 + s)%nat with a by lia; ring. }
  assert (claim : lemma16_diamond_claim (INR (S k)) (1 / 2) 1 (2 * (e + -1 * 0)) (1 / 2) (INR (S k)) 1 norm 1).
  { apply (all 1%nat (S k) (1 / 2) 1 always (fun _ _ => 0) (all_on (1 / 2) k) (fun z => all_on (1 / 2) (top (S k) z))); try lia; try lra.
    - apply always_rows.
    - apply all_on_best; [lra|lia|intros; lra].
    - intros z; destruct (top_most (S k) z ltac:(lia)) as [inside most]; apply all_on_best; [lra|exact inside|]; intros a action.
      change (noise 1 1 z a 0 <= noise 1 1 z (top (S k) z) 0); rewrite !same by lia; apply most, action.
    - rewrite Nat.mul_1_l; apply (mean_ext (S k) (fun z => 2 * (best (S k) z + -1 * z k))).
      + intros z; unfold dual_objective.
        rewrite (sum_ext (S k) _ (fun a => all_on (1 / 2) k a 0 * z a - all_on (1 / 2) (top (S k) z) a 0 * z a))
          by (intros a _; cbn [sum]; rewrite same by lia; ring).
        rewrite sum_sub, !sum_all_on, top_best by (try apply top_most; lia); simpl INR; field.
      + apply mean_times, mean_add; [exact known|]; apply mean_times.
        exists (fun x => x); split; [intros x; rewrite Nat.eqb_refl; apply mean_const|apply mean_centred].
    - rewrite Nat.mul_1_l; apply (mean_ext (S k) (fun z => sum (S k) (fun i => Rabs (1 * z i)))); [|exact modulus].
      intros z; apply sum_ext; intros a _; unfold norm1; cbn [sum]; rewrite same by lia; rewrite Rmult_1_l; ring.
    - unfold lemma16_diamond_domain; simpl INR; repeat split; lra.
    - unfold lemma16_diamond_defined; split; [simpl; lra|apply Rgt_not_eq; nra]. }
  unfold lemma16_diamond_claim, norm in claim.
  replace (1 / 1 * (2 / (INR (S k) * (1 - 1 / 2)) * (INR (S k) * 1 * sqrt (2 / PI)))) with (4 * sqrt (2 / PI)) in claim by (field; lra); lra.
Qed.
