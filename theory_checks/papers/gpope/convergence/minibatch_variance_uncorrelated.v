(* Without the terms of two transitions at most tau terms of at most G^2 remain. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Vectors Optimal Laws.
From gpope Require Import minibatch_variance_uncorrelated_formula minibatch_variance_uncorrelated_statement.
Open Scope R_scope.

(* The hypotheses are met by errors of 0. *)
Example met : is_law (point tt) /\ minibatch_variance_uncorrelated_domain 1 0 0 2.
Proof. split; [apply point_law|unfold minibatch_variance_uncorrelated_domain; lra]. Qed.

Lemma dot_of_sums k tau (D : nat -> vector) : dot k (fun i => sum tau (fun t => D t i)) (fun i => sum tau (fun t => D t i))
  = sum tau (fun s => sum tau (fun t => dot k (D s) (D t))).
Proof.
  unfold dot; transitivity (sum k (fun i => sum tau (fun s => sum tau (fun t => D s i * D t i)))).
  - apply sum_ext; intros i _; rewrite <- sum_scale; apply sum_ext; intros s _.
    rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring.
  - rewrite sum_swap; apply sum_ext; intros s _; apply sum_swap.
Qed.

Theorem minibatch_variance_uncorrelated_verified : minibatch_variance_uncorrelated_statement.
Proof.
  intros Y mean k tau Delta correlation one square G2 lawful known apart each average equal (large & _ & some).
  rewrite <- INR_IZR_INZ in some.
  split; [unfold minibatch_variance_uncorrelated_defined; rewrite <- INR_IZR_INZ; lra|].
  unfold minibatch_variance_uncorrelated_claim; rewrite <- INR_IZR_INZ.
  assert (value : mean (fun y => dot k (average y) (average y))
    (/ INR tau * / INR tau * sum tau (fun s => sum tau (fun t => correlation s t)))).
  { apply (law_ext mean (fun y => / INR tau * / INR tau * sum tau (fun s => sum tau (fun t => dot k (Delta s y) (Delta t y))))).
    - intros y; rewrite <- dot_of_sums; unfold average, dot; rewrite <- sum_scale; apply sum_ext; intros; ring.
    - apply (law_scaled mean lawful); apply (law_sum mean lawful); intros s small; apply (law_sum mean lawful); intros t below.
      apply known; assumption. }
  rewrite (law_unique mean lawful _ _ _ equal value).
  assert (rows : sum tau (fun s => sum tau (fun t => correlation s t)) <= INR tau * G2).
  { rewrite <- sum_const; apply sum_le; intros s small; apply Rle_trans with (sum tau (fun t => G2 * unit s t)).
    - apply sum_le; intros t below; unfold unit; destruct (Nat.eqb_spec t s) as [->|other].
      + specialize (each s small); lra.
      + specialize (apart s t small below ltac:(congruence)); lra.
    - right; rewrite (sum_unit tau s (fun _ => G2)) by exact small; reflexivity. }
  apply (Rmult_le_reg_l (INR tau * INR tau)); [apply Rmult_lt_0_compat; lra|].
  replace (INR tau * INR tau * (/ INR tau * / INR tau * sum tau (fun s => sum tau (fun t => correlation s t))))
    with (sum tau (fun s => sum tau (fun t => correlation s t))) by (field; lra).
  replace (INR tau * INR tau * (G2 / INR tau)) with (INR tau * G2) by (field; lra); exact rows.
Qed.
