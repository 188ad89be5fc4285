(* The powers of rho by the distance of two transitions add up to tau + 2 sum_j (tau - j) rho^j. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Vectors Optimal Laws Ranges Powers.
From gpope Require Import minibatch_variance_repaired_formula minibatch_variance_repaired_statement.
Open Scope R_scope.

(* The hypotheses are met by errors of 0. *)
Example met : is_law (point tt) /\ minibatch_variance_repaired_domain 1 (/ 2) 0 2.
Proof. split; [apply point_law|unfold minibatch_variance_repaired_domain; lra]. Qed.

Lemma dot_of_sums k tau (D : nat -> vector) : dot k (fun i => sum tau (fun t => D t i)) (fun i => sum tau (fun t => D t i))
  = sum tau (fun s => sum tau (fun t => dot k (D s) (D t))).
Proof.
  unfold dot; transitivity (sum k (fun i => sum tau (fun s => sum tau (fun t => D s i * D t i)))).
  - apply sum_ext; intros i _; rewrite <- sum_scale; apply sum_ext; intros s _.
    rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring.
  - rewrite sum_swap; apply sum_ext; intros s _; apply sum_swap.
Qed.

Lemma reversed rho n : sum n (fun s => rho ^ (n - s)) = sum n (fun i => rho ^ S i).
Proof.
  induction n as [|n IH]; [reflexivity|]; cbn [sum]; replace (S n - n)%nat with 1%nat by lia.
  rewrite (sum_ext n (fun s => rho ^ (S n - s)) (fun s => rho * rho ^ (n - s)))
    by (intros s small; replace (S n - s)%nat with (S (n - s)) by lia; reflexivity).
  rewrite sum_scale, IH; clear IH; induction n as [|n IH]; [simpl; ring|]; cbn [sum] in *; simpl pow in *; lra.
Qed.

Definition weights (rho : R) (n : nat) : R := sum n (fun s => sum n (fun t => rho ^ ((s - t) + (t - s)))).

Lemma weights_value rho n : weights rho n = INR n + 2 * sum n (fun i => (INR n - INR (S i)) * rho ^ S i).
Proof.
  induction n as [|n IH]; [unfold weights; simpl; ring|].
  assert (step : weights rho (S n) = weights rho n + 2 * sum n (fun s => rho ^ (n - s)) + 1).
  { unfold weights; cbn [sum]; replace (n - n + (n - n))%nat with 0%nat by lia; rewrite sum_add.
    rewrite (sum_ext n (fun s => rho ^ (s - n + (n - s))) (fun s => rho ^ (n - s))) by (intros; f_equal; lia).
    rewrite (sum_ext n (fun t => rho ^ (n - t + (t - n))) (fun s => rho ^ (n - s))) by (intros; f_equal; lia); simpl; ring. }
  rewrite step, IH, reversed; cbn [sum]; rewrite (sum_ext n (fun i => (INR (S n) - INR (S i)) * rho ^ S i)
    (fun i => (INR n - INR (S i)) * rho ^ S i + rho ^ S i)) by (intros; rewrite (S_INR n); ring).
  rewrite sum_add, (S_INR n); ring.
Qed.

Lemma weights_most rho n : 0 <= rho <= 1 -> weights rho n <= INR n * INR n.
Proof.
  intros range; unfold weights; rewrite <- (sum_const n (INR n)); apply sum_le; intros s _.
  replace (INR n) with (sum n (fun _ => 1)) by (rewrite sum_const; ring); apply sum_le; intros t _.
  rewrite <- (pow1 ((s - t) + (t - s))); apply pow_incr, range.
Qed.

(* The sum of the formula *)
Lemma ranged rho tau : (1 <= tau)%nat -> over 1 (Z.of_nat tau - 1) (fun j => (1 - IZR j / IZR (Z.of_nat tau)) * powerRZ rho j)
  = sum tau (fun i => (1 - INR (S i) / INR tau) * rho ^ S i).
Proof.
  intros some; destruct tau as [|n]; [lia|]; assert (INR (S n) <> 0) by (apply not_0_INR; lia).
  unfold over; replace (Z.to_nat (Z.of_nat (S n) - 1 + 1 - 1)) with n by lia; cbn [sum].
  replace ((1 - INR (S n) / INR (S n)) * rho ^ S n) with 0 by (field; assumption); rewrite Rplus_0_r; apply sum_ext; intros i _.
  replace (1 + Z.of_nat i)%Z with (Z.of_nat (S i)) by lia; rewrite <- !INR_IZR_INZ, <- pow_powerRZ; reflexivity.
Qed.

Lemma ranged_value rho tau : (1 <= tau)%nat ->
  1 + 2 * sum tau (fun i => (1 - INR (S i) / INR tau) * rho ^ S i) = / INR tau * weights rho tau.
Proof.
  intros some; assert (INR tau <> 0) by (apply not_0_INR; lia); rewrite weights_value, Rmult_plus_distr_l, Rinv_l by assumption.
  f_equal; rewrite <- Rmult_assoc, (Rmult_comm (/ INR tau)), Rmult_assoc; f_equal; rewrite <- sum_scale; apply sum_ext; intros; field; assumption.
Qed.

Lemma ranged_below rho tau : 0 <= rho < 1 -> (1 <= tau)%nat ->
  1 + 2 * sum tau (fun i => (1 - INR (S i) / INR tau) * rho ^ S i) <= (1 + rho) / (1 - rho).
Proof.
  intros range some; assert (0 < INR tau) by (apply lt_0_INR; lia).
  assert (less : sum tau (fun i => (1 - INR (S i) / INR tau) * rho ^ S i) <= rho * sum tau (fun j => rho ^ j)).
  { rewrite <- sum_scale; apply sum_le; intros i _; simpl pow; rewrite <- (Rmult_1_l (rho * rho ^ i)) at 2.
    apply Rmult_le_compat_r; [apply Rmult_le_pos; [lra|apply pow_le; lra]|].
    assert (0 <= INR (S i) / INR tau) by (apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat; assumption]); lra. }
  pose proof (geometric_terms tau rho) as closed; pose proof (pow_le rho tau ltac:(lra)) as rest.
  apply (Rmult_le_reg_r (1 - rho)); [lra|]; replace ((1 + rho) / (1 - rho) * (1 - rho)) with (1 + rho) by (field; lra).
  assert (rho * sum tau (fun j => rho ^ j) * (1 - rho) <= rho).
  { rewrite Rmult_assoc, closed; rewrite <- (Rmult_1_r rho) at 3; apply Rmult_le_compat_l; lra. }
  assert (sum tau (fun i => (1 - INR (S i) / INR tau) * rho ^ S i) * (1 - rho) <= rho * sum tau (fun j => rho ^ j) * (1 - rho))
    by (apply Rmult_le_compat_r; lra); lra.
Qed.

Section Errors.
Context {Y : Type} (mean : law Y) (k tau : nat) (Delta : nat -> Y -> vector) (correlation : nat -> nat -> R) (G2 rho : R).
Hypotheses (lawful : is_law mean) (some : (1 <= tau)%nat) (range : 0 <= rho <= 1) (size : 0 <= G2)
  (known : forall s t, (s < tau)%nat -> (t < tau)%nat -> mean (fun y => dot k (Delta s y) (Delta t y)) (correlation s t))
  (near : forall s t, (s < tau)%nat -> (t < tau)%nat -> correlation s t <= G2 * rho ^ ((s - t) + (t - s))).

Definition average (y : Y) : vector := fun i => / INR tau * sum tau (fun t => Delta t y i).

Lemma square_below square : mean (fun y => dot k (average y) (average y)) square ->
  square <= G2 / INR tau * (/ INR tau * weights rho tau).
Proof.
  intros equal; assert (0 < INR tau) by (apply lt_0_INR; lia).
  assert (value : mean (fun y => dot k (average y) (average y))
    (/ INR tau * / INR tau * sum tau (fun s => sum tau (fun t => correlation s t)))).
  { apply (law_ext mean (fun y => / INR tau * / INR tau * sum tau (fun s => sum tau (fun t => dot k (Delta s y) (Delta t y))))).
    - intros y; rewrite <- dot_of_sums; unfold average, dot; rewrite <- sum_scale; apply sum_ext; intros; ring.
    - apply (law_scaled mean lawful); apply (law_sum mean lawful); intros s small; apply (law_sum mean lawful); intros t below.
      apply known; assumption. }
  rewrite (law_unique mean lawful _ _ _ equal value).
  replace (G2 / INR tau * (/ INR tau * weights rho tau)) with (/ INR tau * / INR tau * (G2 * weights rho tau)) by (unfold Rdiv; ring).
  apply Rmult_le_compat_l; [left; apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; assumption|].
  unfold weights; rewrite <- sum_scale; apply sum_le; intros s small; rewrite <- sum_scale; apply sum_le; intros t below; apply near; assumption.
Qed.

Lemma bound_below : G2 / INR tau * (/ INR tau * weights rho tau) <= G2.
Proof.
  assert (0 < INR tau) by (apply lt_0_INR; lia); pose proof (weights_most rho tau range) as most.
  rewrite <- (Rmult_1_r G2) at 2; unfold Rdiv; rewrite Rmult_assoc; apply Rmult_le_compat_l; [exact size|].
  apply (Rmult_le_reg_r (INR tau * INR tau)); [apply Rmult_lt_0_compat; assumption|].
  replace (/ INR tau * (/ INR tau * weights rho tau) * (INR tau * INR tau)) with (weights rho tau) by (field; lra); lra.
Qed.
End Errors.

Theorem minibatch_variance_repaired : minibatch_variance_repaired_statement.
Proof.
  intros Y mean k tau Delta correlation square G2 rho lawful known near average equal domain.
  unfold minibatch_variance_repaired_domain in domain; rewrite <- INR_IZR_INZ in domain; destruct domain as (low & high & size & long).
  assert (some : (1 <= tau)%nat) by (apply INR_le; simpl; lra); assert (positive : 0 < INR tau) by lra.
  pose proof (square_below mean k tau Delta correlation G2 rho lawful some known near square equal) as first.
  pose proof (bound_below tau G2 rho some (conj low high) ltac:(lra)) as second.
  split.
  - intros less; split.
    + unfold minibatch_variance_repaired_defined; rewrite <- ?INR_IZR_INZ.
      assert ((1 - rho) * INR tau <> 0) by (apply Rgt_not_eq, Rmult_lt_0_compat; lra).
      repeat split; try (apply Rgt_not_eq; lra); try assumption; intros; try lra.
      left; apply IZR_le; lia.
    + unfold minibatch_variance_repaired_claim; rewrite (ranged rho tau some), <- ?INR_IZR_INZ, (ranged_value rho tau some).
      split; [exact first|]; unfold Rmin; destruct (Rle_dec 1 ((1 + rho) / ((1 - rho) * INR tau))); [lra|].
      pose proof (ranged_below rho tau (conj low less) some) as below; rewrite (ranged_value rho tau some) in below.
      replace ((1 + rho) / ((1 - rho) * INR tau) * G2) with (G2 / INR tau * ((1 + rho) / (1 - rho))) by (field; lra).
      apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; exact positive]|exact below].
  - intros bound one; replace bound with (G2 / INR tau * (/ INR tau * weights rho tau)); [split; assumption|].
    unfold bound; rewrite <- (ranged_value rho tau some), <- (ranged rho tau some), <- INR_IZR_INZ, one; do 3 f_equal; unfold over.
    apply sum_ext; intros i _; replace (1 + Z.of_nat i)%Z with (Z.of_nat (S i)) by lia; rewrite <- pow_powerRZ, pow1; reflexivity.
Qed.
