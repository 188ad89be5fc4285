(* Sums of terms of which the late ones fall like (4/5)^i: what is left after the first of them. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Ranges.
Open Scope R_scope.

Lemma over_from_0 last f : over 0 last f = sum (Z.to_nat (last + 1)) (fun i => f (Z.of_nat i)).
Proof. unfold over; replace (last + 1 - 0)%Z with (last + 1)%Z by lia; apply sum_ext; intros i _; f_equal; lia. Qed.

Section Tail.
Variable t : nat -> R.
Hypothesis small : forall i, 0 <= t i <= 6 * (4 / 5) ^ i.

Lemma sum_late N k : sum (N + k) t <= sum N t + 30 * ((4 / 5) ^ N - (4 / 5) ^ (N + k)).
Proof.
  induction k as [|k IH]; [rewrite Nat.add_0_r; lra|]; rewrite Nat.add_succ_r; cbn [sum pow]; destruct (small (N + k)); lra.
Qed.

Lemma sum_early N n : (n <= N)%nat -> sum n t <= sum N t.
Proof. induction 1 as [|N more IH]; [apply Rle_refl|cbn [sum]; destruct (small N); lra]. Qed.

Theorem sum_tail N n : sum n t <= sum N t + 30 * (4 / 5) ^ N.
Proof.
  assert (0 < (4 / 5) ^ N) by (apply pow_lt; lra); destruct (le_lt_dec n N) as [early|late].
  - pose proof (sum_early N n early); lra.
  - replace n with (N + (n - N))%nat by lia; pose proof (sum_late N (n - N)).
    assert (0 < (4 / 5) ^ (N + (n - N))) by (apply pow_lt; lra); lra.
Qed.
End Tail.

Lemma root_of_half i : sqrt (/ 2 ^ i) = sqrt (/ 2) ^ i.
Proof.
  rewrite <- pow_inv; induction i as [|i IH]; simpl; [apply sqrt_1|].
  rewrite sqrt_mult, IH by (try apply pow_le; lra); reflexivity.
Qed.

(* (a + b sqrt i) / sqrt(2^i) falls like (4/5)^i, as 1.13 sqrt(1/2) < 4/5. *)
Lemma falls a i : 0 <= a <= 6 * (1 + INR i * (13 / 100)) -> 0 <= a * sqrt (/ 2 ^ i) <= 6 * (4 / 5) ^ i.
Proof.
  intros [low high]; rewrite root_of_half; pose proof (sqrt_pos (/ 2)) as root; split; [apply Rmult_le_pos; [exact low|apply pow_le, root]|].
  pose proof (poly i (13 / 100) ltac:(lra)) as grows; apply Rle_trans with (6 * (1 + 13 / 100) ^ i * sqrt (/ 2) ^ i).
  - apply Rmult_le_compat_r; [apply pow_le, root|lra].
  - rewrite Rmult_assoc, <- Rpow_mult_distr; apply Rmult_le_compat_l; [lra|]; apply pow_incr; split; [apply Rmult_le_pos; lra|].
    assert (sqrt (/ 2) <= 80 / 113); [|lra]; rewrite <- (sqrt_square (80 / 113)) by lra; apply sqrt_le_1_alt; lra.
Qed.

Lemma root_below i : sqrt (IZR (Z.of_nat i)) <= 1 + INR i / 4.
Proof.
  rewrite <- INR_IZR_INZ; pose proof (pos_INR i) as h; pose proof (sqrt_sqrt _ h).
  pose proof (Rle_0_sqr (sqrt (INR i) / 2 - 1)) as q; unfold Rsqr in q; lra.
Qed.
