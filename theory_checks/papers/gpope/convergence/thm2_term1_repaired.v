(* The remainder of the logarithm's series vanishes; a logarithm is less than every power. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Powers.
From gpope Require Import thm2_term1_repaired_formula thm2_term1_repaired_statement.
Open Scope R_scope.

Example met : INR 1 <= 1 / (3 / 4) < INR 1 + 1 /\ thm2_term1_repaired_domain 1 (3 / 4) 1.
Proof. unfold thm2_term1_repaired_domain; simpl; lra. Qed.

Lemma exp_monotone x y : x <= y -> exp x <= exp y.
Proof. intros [less| ->]; [left; apply exp_increasing, less|apply Rle_refl]. Qed.

Lemma faster a k p : 0 < a -> 0 < k < 1 -> is_lim_seq (fun N => (1 - share a k N) ^ (2 * N) * Rpower (INR N) p) 0.
Proof.
  intros positive inside; set (s := (1 - k) / 2); assert (0 < s) by (unfold s; lra).
  set (big := fun N => Rpower (INR N) s); set (bound := fun N => big N * (Rabs p / s + - (2 * a) * big N)).
  apply (is_lim_seq_le_le_loc (fun _ => 0) _ (fun N => exp (bound N))).
  - destruct (share_small a k ltac:(lra)) as [late small]; exists (S late); intros N after; specialize (small N ltac:(lia)).
    assert (some : 1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia); split.
    { apply Rmult_le_pos; [apply pow_le; lra|left; apply exp_pos]. }
    rewrite power_as_exponential by exact small; unfold Rpower; rewrite <- exp_plus; apply exp_monotone.
    pose proof (share_positive a k N positive) as above; pose proof (logarithm_terms 1 (share a k N) ltac:(lra)) as [first _].
    unfold terms in first; cbn [sum pow INR] in first.
    pose proof (share_powers a k 1 N ltac:(lia)) as equal; cbn [pow INR] in equal; rewrite !Rmult_1_r, Rmult_1_l in equal.
    assert (INR N * share a k N <= INR N * - ln (1 - share a k N)) by (apply Rmult_le_compat_l; lra).
    assert (square : Rpower (INR N) (1 - k) = big N * big N).
    { unfold big; rewrite <- Rpower_plus; f_equal; unfold s; field. }
    assert (0 <= ln (INR N)).
    { destruct some as [more| <-]; [left; rewrite <- ln_1; apply ln_increasing; lra|rewrite ln_1; apply Rle_refl]. }
    assert (slow : ln (INR N) <= big N / s).
    { apply (Rmult_le_reg_r s); [assumption|]; replace (big N / s * s) with (big N) by (field; lra).
      unfold big, Rpower; pose proof (exp_ineq1_le (s * ln (INR N))); lra. }
    assert (p * ln (INR N) <= Rabs p * (big N / s)).
    { apply Rle_trans with (Rabs p * ln (INR N)); [apply Rmult_le_compat_r; [assumption|apply Rle_abs]|].
      apply Rmult_le_compat_l; [apply Rabs_pos|exact slow]. }
    unfold bound; replace (big N * (Rabs p / s + - (2 * a) * big N)) with (Rabs p * (big N / s) - 2 * (a * (big N * big N)))
      by (field; lra).
    rewrite <- square; lra.
  - apply is_lim_seq_const.
  - apply (is_lim_comp_seq exp bound m_infty 0); [apply is_lim_exp_m|exists 0%nat; intros; discriminate|].
    apply (is_lim_seq_mult big _ p_infty m_infty m_infty); [apply power_grows; assumption| |reflexivity].
    apply (is_lim_seq_plus (fun _ => Rabs p / s) (fun N => - (2 * a) * big N) (Rabs p / s) m_infty m_infty);
      [apply is_lim_seq_const| |reflexivity].
    replace m_infty with (Rbar_mult (- (2 * a)) p_infty)
      by (apply is_Rbar_mult_unique, is_Rbar_mult_sym, is_Rbar_mult_p_infty_neg; simpl; lra).
    apply is_lim_seq_scal_l, power_grows; assumption.
Qed.

Lemma slower a k r : 0 < a -> 0 < k -> 0 < r < 1 -> is_lim_seq (fun N => (1 - share a k N) ^ (2 * N) / r ^ N) p_infty.
Proof.
  intros positive exponent inside; assert (falls : ln r < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  set (rate := fun N => - ln r + 2 * ln (1 - share a k N)).
  apply (is_lim_seq_ext_loc (fun N => exp (INR N * rate N))).
  - destruct (share_small a k exponent) as [late small]; exists late; intros N after; specialize (small N after).
    rewrite power_as_exponential by exact small; rewrite <- (Rpower_pow N r) by lra; unfold Rpower, Rdiv, rate.
    rewrite <- exp_Ropp, <- exp_plus; f_equal; ring.
  - apply (is_lim_comp_seq exp _ p_infty p_infty); [apply is_lim_exp_p|exists 0%nat; intros; discriminate|].
    apply (is_lim_seq_mult INR rate p_infty (- ln r) p_infty); [apply is_lim_seq_INR| |].
    + replace (Finite (- ln r)) with (Finite (- ln r + 2 * ln (1 - 0))) by (rewrite Rminus_0_r, ln_1; f_equal; ring).
      apply (is_lim_seq_continuous (fun x => - ln r + 2 * ln (1 - x)) (share a k) 0); [|apply share_vanishes, exponent].
      apply continuity_pt_filterlim, (ex_derive_continuous (fun x => - ln r + 2 * ln (1 - x))); auto_derive; lra.
    + apply is_Rbar_mult_p_infty_pos; simpl; lra.
Qed.

Theorem thm2_term1_repaired : thm2_term1_repaired_statement.
Proof.
  intros a k limit J whole factor exponent [exponent_pos positive].
  assert (next : 1 < INR (S J) * k).
  { rewrite S_INR; apply (Rmult_lt_reg_r (/ k)); [apply Rinv_0_lt_compat; lra|].
    replace ((INR J + 1) * k * / k) with (INR J + 1) by (field; lra); lra. }
  assert (tends : is_lim_seq (fun N => factor N / exp (exponent N)) 1).
  { apply (is_lim_seq_ext_loc (fun N => (1 - share a k N) ^ (2 * N) / exp (- 2 * (INR N * terms J (share a k N)))));
      [|apply ratio_limit; lra].
    exists 1%nat; intros N late; unfold factor, exponent; fold (share a k N); do 3 f_equal; unfold terms.
    rewrite <- sum_scale; apply sum_ext; intros i _.
    pose proof (share_powers a k (S i) N ltac:(lia)) as equal; unfold Rdiv; rewrite <- Rmult_assoc, equal; ring. }
  split; [exists 1; exact tends|split; [|split]].
  - intros other; apply is_lim_seq_unique in tends; apply is_lim_seq_unique in other; rewrite tends in other.
    injection other as <-; reflexivity.
  - intros middle N; assert (J = 1%nat) as ->.
    { assert (1 < 1 / k < 2).
      { split; apply (Rmult_lt_reg_r k); try lra; replace (1 / k * k) with 1 by (field; lra); lra. }
      destruct J as [|[|J]]; [simpl in whole; lra|reflexivity|rewrite !S_INR in whole; pose proof (pos_INR J); lra]. }
    unfold exponent; cbn [sum pow INR]; replace (1 - 1 * k) with (1 - k) by ring; field.
  - intros less; split; [intros p; exact (faster a k p ltac:(lra) ltac:(lra))|intros r inside; exact (slower a k r ltac:(lra) ltac:(lra) inside)].
Qed.
