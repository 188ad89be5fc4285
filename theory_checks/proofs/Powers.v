(* Powers of N as N grows, the logarithm by the first powers of its series, and what (1 - a/N^k)^(2 N) tends to. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums.
Open Scope R_scope.

Lemma growing_logarithm : is_lim_seq (fun N => ln (INR N)) p_infty.
Proof.
  apply (is_lim_comp_seq ln INR p_infty p_infty); [apply is_lim_ln_p| |apply is_lim_seq_INR].
  exists 0%nat; intros; discriminate.
Qed.

Lemma power_vanishes s : s < 0 -> is_lim_seq (fun N => Rpower (INR N) s) 0.
Proof.
  intros negative; unfold Rpower; apply (is_lim_comp_seq exp (fun N => s * ln (INR N)) m_infty 0).
  - apply is_lim_exp_m.
  - exists 0%nat; intros; discriminate.
  - replace m_infty with (Rbar_mult s p_infty) by (apply is_Rbar_mult_unique, is_Rbar_mult_sym, is_Rbar_mult_p_infty_neg; exact negative).
    apply is_lim_seq_scal_l, growing_logarithm.
Qed.

Lemma power_grows s : 0 < s -> is_lim_seq (fun N => Rpower (INR N) s) p_infty.
Proof.
  intros positive; unfold Rpower; apply (is_lim_comp_seq exp (fun N => s * ln (INR N)) p_infty p_infty).
  - apply is_lim_exp_p.
  - exists 0%nat; intros; discriminate.
  - replace p_infty with (Rbar_mult s p_infty) at 1 by (apply is_Rbar_mult_unique, is_Rbar_mult_sym, is_Rbar_mult_p_infty_pos; exact positive).
    apply is_lim_seq_scal_l, growing_logarithm.
Qed.

(* The first n terms of the series of - ln (1 - x) *)
Definition terms (n : nat) (x : R) : R := sum n (fun j => x ^ S j / INR (S j)).

Lemma is_derive_terms n x : is_derive (terms n) x (sum n (fun j => x ^ j)).
Proof.
  induction n as [|n IH]; [exact (is_derive_const 0 x)|]; unfold terms in *; cbn [sum].
  apply (is_derive_plus (fun x => sum n (fun j => x ^ S j / INR (S j))) (fun x => x ^ S n / INR (S n))); [exact IH|].
  assert (0 < INR (S n)) by (apply lt_0_INR; lia).
  auto_derive; [trivial|]; replace (match n with O => 1 | S _ => INR n + 1 end) with (INR (S n)) by reflexivity.
  field; lra.
Qed.

Lemma geometric_terms n x : sum n (fun j => x ^ j) * (1 - x) = 1 - x ^ n.
Proof. induction n as [|n IH]; cbn [sum pow]; [ring|]; rewrite Rmult_plus_distr_r, IH; ring. Qed.

Theorem logarithm_terms n x : 0 < x < 1 ->
  0 <= - ln (1 - x) - terms n x <= x ^ S n / (INR (S n) * (1 - x)).
Proof.
  intros [positive small]; assert (0 < INR (S n)) by (apply lt_0_INR; lia).
  set (f := fun t => - ln (1 - t) - terms n t); set (df := fun t => t ^ n / (1 - t)).
  assert (slope : forall t, 0 <= t <= x -> is_derive f t (df t)).
  { intros t inside; unfold f, df; replace (t ^ n / (1 - t)) with (/ (1 - t) - sum n (fun j => t ^ j)).
    - apply (is_derive_minus (fun t => - ln (1 - t)) (terms n)); [auto_derive; [lra|field; lra]|apply is_derive_terms].
    - pose proof (geometric_terms n t) as known; apply (Rmult_eq_reg_r (1 - t)); [|lra].
      rewrite Rmult_minus_distr_r, known; field; lra. }
  assert (start : f 0 = 0).
  { unfold f, terms; rewrite (sum_ext n _ (fun _ => 0)), sum_const; [rewrite Rminus_0_r, ln_1; ring|].
    intros j _; cbn [pow]; unfold Rdiv; ring. }
  assert (nonneg : forall t, 0 <= t <= x -> 0 <= df t).
  { intros t inside; apply Rdiv_le_0_compat; [apply pow_le|]; lra. }
  change (0 <= f x <= x ^ S n / (INR (S n) * (1 - x))); split.
  - destruct (MVT_gen f 0 x df) as [c [inside equal]]; rewrite Rmin_left, Rmax_right in * by lra.
    + intros t between; apply slope; lra.
    + intros t between; apply continuity_pt_filterlim, (ex_derive_continuous f); exists (df t); apply slope, between.
    + rewrite start in equal; specialize (nonneg c inside); nra.
  - set (g := fun t => t ^ S n / (INR (S n) * (1 - x)) - f t); set (dg := fun t => t ^ n / (1 - x) - df t).
    assert (rise : forall t, 0 <= t <= x -> is_derive g t (dg t)).
    { intros t inside; apply (is_derive_minus (fun t => t ^ S n / (INR (S n) * (1 - x))) f); [|apply slope, inside].
      auto_derive; [trivial|]; replace (match n with O => 1 | S _ => INR n + 1 end) with (INR (S n)) by reflexivity.
      field; lra. }
    destruct (MVT_gen g 0 x dg) as [c [inside equal]]; rewrite Rmin_left, Rmax_right in * by lra.
    + intros t between; apply rise; lra.
    + intros t between; apply continuity_pt_filterlim, (ex_derive_continuous g); exists (dg t); apply rise, between.
    + assert (0 <= dg c).
      { unfold dg, df, Rdiv; rewrite <- Rmult_minus_distr_l; apply Rmult_le_pos; [apply pow_le; lra|].
        assert (/ (1 - c) <= / (1 - x)) by (apply Rinv_le_contravar; lra); lra. }
      assert (g 0 = 0) by (unfold g; rewrite start; cbn [pow]; unfold Rdiv; ring).
      assert (0 <= g x) by nra; unfold g in *; lra.
Qed.

(* x = a/N^k *)
Definition share (a k : R) (N : nat) : R := a / Rpower (INR N) k.

Lemma share_power a k N : share a k N = a * Rpower (INR N) (- k).
Proof. unfold share, Rdiv; rewrite Rpower_Ropp; reflexivity. Qed.

Lemma share_vanishes a k : 0 < k -> is_lim_seq (share a k) 0.
Proof.
  intros positive; apply (is_lim_seq_ext (fun N => a * Rpower (INR N) (- k))); [intros; symmetry; apply share_power|].
  replace (Finite 0) with (Rbar_mult a 0) by (simpl; f_equal; ring); apply is_lim_seq_scal_l, power_vanishes; lra.
Qed.

Lemma share_small a k : 0 < k -> eventually (fun N => share a k N < 1).
Proof.
  intros positive; pose proof (share_vanishes a k positive) as limit; apply is_lim_seq_spec in limit.
  destruct (limit (mkposreal 1 Rlt_0_1)) as [n near]; exists n; intros N late; specialize (near N late); simpl in near.
  rewrite Rminus_0_r in near; apply Rle_lt_trans with (2 := near), Rle_abs.
Qed.

Lemma share_positive a k N : 0 < a -> 0 < share a k N.
Proof. intros; apply Rdiv_lt_0_compat; [assumption|apply exp_pos]. Qed.

(* N x^j is a power of N. *)
Lemma share_powers a k j N : (0 < N)%nat -> INR N * share a k N ^ j = a ^ j * Rpower (INR N) (1 - INR j * k).
Proof.
  intros some; assert (0 < INR N) by (apply lt_0_INR, some); rewrite share_power, Rpow_mult_distr.
  replace (Rpower (INR N) (- k) ^ j) with (Rpower (INR N) (- (INR j * k))).
  - replace (1 - INR j * k) with (1 + - (INR j * k)) by ring; rewrite Rpower_plus, Rpower_1 by assumption; ring.
  - rewrite <- Rpower_pow by apply exp_pos; rewrite Rpower_mult; f_equal; ring.
Qed.

Lemma scaled_power c s l : is_lim_seq (fun N => Rpower (INR N) s) (Finite l) ->
  is_lim_seq (fun N => c * Rpower (INR N) s) (Finite (c * l)).
Proof. intros limit; exact (is_lim_seq_scal_l _ c (Finite l) limit). Qed.

(* (1 - x)^(2 N) over the exponential with the first n powers of x = a/N^k tends to 1 if (n + 1) k > 1. *)
Theorem ratio_limit a k n : 0 < a -> 0 < k -> 1 < INR (S n) * k ->
  is_lim_seq (fun N => (1 - share a k N) ^ (2 * N) / exp (- 2 * (INR N * terms n (share a k N)))) 1.
Proof.
  intros positive exponent enough; set (x := share a k).
  set (rest := fun N => INR N * x N ^ S n / (INR (S n) * (1 - x N))).
  assert (0 < INR (S n)) by (apply lt_0_INR; lia).
  assert (vanishes : is_lim_seq rest 0).
  { replace (Finite 0) with (Finite (a ^ S n * 0 / (INR (S n) * (1 - 0)))) by (f_equal; field; lra).
    apply is_lim_seq_div'.
    - apply (is_lim_seq_ext_loc (fun N => a ^ S n * Rpower (INR N) (1 - INR (S n) * k))).
      + exists 1%nat; intros N late; symmetry; apply share_powers; lia.
      + apply scaled_power, power_vanishes; lra.
    - apply (is_lim_seq_scal_l (fun N => 1 - x N) (INR (S n)) (1 - 0)), is_lim_seq_minus'; [apply is_lim_seq_const|].
      apply share_vanishes, exponent.
    - apply Rgt_not_eq, Rmult_lt_0_compat; lra. }
  apply (is_lim_seq_le_le_loc (fun N => exp (- 2 * rest N)) _ (fun _ => 1)).
  - destruct (share_small a k exponent) as [late small]; exists (S late); intros N after.
    specialize (small N ltac:(lia)); pose proof (share_positive a k N positive) as some; fold x in small, some.
    pose proof (logarithm_terms n (x N) ltac:(lra)) as [above below].
    assert (0 <= INR N) by apply pos_INR.
    assert (form : (1 - x N) ^ (2 * N) / exp (- 2 * (INR N * terms n (x N)))
      = exp (- 2 * (INR N * (- ln (1 - x N) - terms n (x N))))).
    { rewrite <- Rpower_pow by lra; unfold Rpower, Rdiv; rewrite <- exp_Ropp, <- exp_plus, mult_INR; f_equal; simpl; ring. }
    rewrite form; split.
    + assert (- 2 * rest N <= - 2 * (INR N * (- ln (1 - x N) - terms n (x N)))) as [less|equal].
      * unfold rest; replace (INR N * x N ^ S n / (INR (S n) * (1 - x N))) with (INR N * (x N ^ S n / (INR (S n) * (1 - x N)))) by (field; lra).
        assert (INR N * (- ln (1 - x N) - terms n (x N)) <= INR N * (x N ^ S n / (INR (S n) * (1 - x N))))
          by (apply Rmult_le_compat_l; assumption); lra.
      * left; apply exp_increasing, less.
      * rewrite equal; apply Rle_refl.
    + apply Rle_trans with (exp 0); [|rewrite exp_0; apply Rle_refl].
      assert (- 2 * (INR N * (- ln (1 - x N) - terms n (x N))) <= 0) as [less| ->]; [|left; apply exp_increasing, less|apply Rle_refl].
      pose proof (Rmult_le_pos (INR N) _ ltac:(assumption) above); lra.
  - replace (Finite 1) with (Finite (exp (- 2 * 0))) by (rewrite Rmult_0_r, exp_0; reflexivity).
    apply (is_lim_seq_continuous (fun y => exp (- 2 * y)) rest 0); [|exact vanishes].
    apply continuity_pt_filterlim, (ex_derive_continuous (fun y => exp (- 2 * y))); auto_derive; trivial.
  - apply is_lim_seq_const.
Qed.

Lemma power_as_exponential a k N : share a k N < 1 ->
  (1 - share a k N) ^ (2 * N) = exp (- 2 * (INR N * - ln (1 - share a k N))).
Proof. intros small; rewrite <- Rpower_pow by lra; unfold Rpower; rewrite mult_INR; f_equal; simpl; ring. Qed.

Theorem start_forgotten a k : 0 < a -> 0 < k < 1 -> is_lim_seq (fun N => (1 - share a k N) ^ (2 * N)) 0.
Proof.
  intros positive exponent; apply (is_lim_seq_le_le_loc (fun _ => 0) _ (fun N => exp (- (2 * a) * Rpower (INR N) (1 - k)))).
  - destruct (share_small a k ltac:(lra)) as [late small]; exists (S late); intros N after; specialize (small N ltac:(lia)).
    split; [apply pow_le; lra|]; rewrite power_as_exponential by exact small.
    pose proof (share_positive a k N positive) as some; pose proof (logarithm_terms 1 (share a k N) ltac:(lra)) as [above _].
    unfold terms in above; cbn [sum pow INR] in above.
    pose proof (share_powers a k 1 N ltac:(lia)) as equal; cbn [pow INR] in equal; rewrite !Rmult_1_r, Rmult_1_l in equal.
    assert (0 <= INR N) by apply pos_INR.
    assert (INR N * share a k N <= INR N * - ln (1 - share a k N)) by (apply Rmult_le_compat_l; lra).
    assert (- 2 * (INR N * - ln (1 - share a k N)) <= - (2 * a) * Rpower (INR N) (1 - k)) as [less| ->] by lra.
    + left; apply exp_increasing, less.
    + apply Rle_refl.
  - apply is_lim_seq_const.
  - apply (is_lim_comp_seq exp (fun N => - (2 * a) * Rpower (INR N) (1 - k)) m_infty 0); [apply is_lim_exp_m| |].
    + exists 0%nat; intros; discriminate.
    + replace m_infty with (Rbar_mult (- (2 * a)) p_infty)
        by (apply is_Rbar_mult_unique, is_Rbar_mult_sym, is_Rbar_mult_p_infty_neg; simpl; lra).
      apply is_lim_seq_scal_l, power_grows; lra.
Qed.

Theorem start_kept a k : 0 < a -> 1 < k -> is_lim_seq (fun N => (1 - share a k N) ^ (2 * N)) 1.
Proof.
  intros positive exponent; apply (is_lim_seq_ext (fun N => (1 - share a k N) ^ (2 * N) / exp (- 2 * (INR N * terms 0 (share a k N))))).
  - intros N; unfold terms; cbn [sum]; rewrite !Rmult_0_r, exp_0; field.
  - apply ratio_limit; simpl; lra.
Qed.

Theorem start_at_one a : 0 < a -> is_lim_seq (fun N => (1 - share a 1 N) ^ (2 * N)) (exp (- (2 * a))).
Proof.
  intros positive; pose proof (ratio_limit a 1 1 positive ltac:(lra) ltac:(simpl; lra)) as limit.
  apply (is_lim_seq_scal_l _ (exp (- (2 * a)))) in limit; simpl in limit; rewrite Rmult_1_r in limit.
  apply (is_lim_seq_ext_loc _ _ (Finite (exp (- (2 * a))))) with (2 := limit); exists 1%nat; intros N late.
  assert (0 < INR N) by (apply lt_0_INR; lia).
  replace (- 2 * (INR N * terms 1 (share a 1 N))) with (- (2 * a)).
  - assert (0 < exp (- (2 * a))) by apply exp_pos; simpl; field; lra.
  - unfold terms, share; cbn [sum pow INR]; rewrite Rpower_1 by assumption; field; lra.
Qed.
