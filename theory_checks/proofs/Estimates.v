(* Estimates from counts that are off by at most E: how far that moves them. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums.
Open Scope R_scope.

(* An estimate from a count n, a sum of rewards r, and counts m of transitions to S states with values V. *)
Definition estimate (S : nat) (n r : R) (m V : nat -> R) : R := 1 / n * (r + sum S (fun s => V s * m s)).

Lemma sum_abs n f : Rabs (sum n f) <= sum n (fun i => Rabs (f i)).
Proof.
  induction n as [|n IH]; simpl; [rewrite Rabs_R0; lra|].
  apply Rle_trans with (1 := Rabs_triang _ _); lra.
Qed.

Lemma sum_below n f c : (forall i, (i < n)%nat -> f i <= c) -> sum n f <= INR n * c.
Proof.
  intros below; rewrite <- sum_const; assert (0 <= sum n (fun i => c - f i)); [|rewrite sum_sub in *; lra].
  apply sum_nonneg; intros i small; specialize (below i small); lra.
Qed.

Section Counts.
Variables (S : nat) (H E n n' r r' : R) (m m' V : nat -> R).
Hypotheses (count : Rabs (n - n') <= E) (rewards : Rabs (r - r') <= E)
  (moves : forall s, (s < S)%nat -> Rabs (m s - m' s) <= E)
  (earned : 0 <= r' <= n') (some : forall s, (s < S)%nat -> 0 <= m' s) (all : sum S m' <= n')
  (range : forall s, (s < S)%nat -> 0 <= V s <= H) (limit : 0 <= H) (large : 0 < n) (true_count : 0 < n').

Lemma true_estimate : 0 <= estimate S n' r' m' V <= H + 1.
Proof.
  unfold estimate.
  assert (low : 0 <= sum S (fun s => V s * m' s)).
  { apply sum_nonneg; intros s small; apply Rmult_le_pos; [apply range|apply some]; exact small. }
  assert (high : sum S (fun s => V s * m' s) <= H * n').
  { apply Rle_trans with (H * sum S m'); [|apply Rmult_le_compat_l; assumption].
    rewrite <- sum_scale; assert (0 <= sum S (fun s => H * m' s - V s * m' s)); [|rewrite sum_sub in *; lra].
    apply sum_nonneg; intros s small; specialize (range s small); specialize (some s small); nra. }
  assert (0 < 1 / n') by (apply Rdiv_lt_0_compat; lra); split; [apply Rmult_le_pos; lra|].
  apply (Rmult_le_reg_l n'); [exact true_count|].
  replace (n' * (1 / n' * (r' + sum S (fun s => V s * m' s)))) with (r' + sum S (fun s => V s * m' s)) by (field; lra); lra.
Qed.

(* The difference is (y + sum V z - Q' x)/n, where x, y and z are the errors of the counters. *)
Theorem moved : Rabs (estimate S n r m V - estimate S n' r' m' V) <= (2 + H + INR S * H) * E / n.
Proof.
  pose proof true_estimate as inside; unfold estimate in *; set (Q := 1 / n' * (r' + sum S (fun s => V s * m' s))) in *.
  assert (equal : n' * Q = r' + sum S (fun s => V s * m' s)) by (unfold Q; field; lra).
  replace (1 / n * (r + sum S (fun s => V s * m s)) - Q)
    with (/ n * ((r - r') + sum S (fun s => V s * (m s - m' s)) - Q * (n - n'))).
  - rewrite Rabs_mult, Rabs_pos_eq by (left; apply Rinv_0_lt_compat; exact large).
    unfold Rdiv; rewrite (Rmult_comm _ (/ n)); apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; exact large|].
    assert (noise : Rabs (sum S (fun s => V s * (m s - m' s))) <= INR S * (H * E)).
    { apply Rle_trans with (1 := sum_abs _ _), sum_below; intros s small; rewrite Rabs_mult.
      destruct (range s small) as [low high]; rewrite Rabs_pos_eq by exact low.
      apply Rmult_le_compat; [exact low|apply Rabs_pos|exact high|apply moves, small]. }
    assert (Rabs (Q * (n - n')) <= (H + 1) * E).
    { rewrite Rabs_mult, Rabs_pos_eq by apply inside; apply Rmult_le_compat; [apply inside|apply Rabs_pos|apply inside|exact count]. }
    pose proof (Rabs_triang ((r - r') + sum S (fun s => V s * (m s - m' s))) (- (Q * (n - n')))) as outer.
    pose proof (Rabs_triang (r - r') (sum S (fun s => V s * (m s - m' s)))); rewrite Rabs_Ropp in outer.
    unfold Rminus at 1; lra.
  - rewrite (sum_ext S (fun s => V s * (m s - m' s)) (fun s => V s * m s - V s * m' s)), sum_sub by (intros; ring).
    apply (Rmult_eq_reg_l n); [|lra].
    replace (n * (1 / n * (r + sum S (fun s => V s * m s)) - Q)) with (r + sum S (fun s => V s * m s) - n * Q) by (field; lra).
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra; lra.
Qed.
End Counts.
