(* Lemmas about numbers, lists of numbers and limits. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require NormalTail.
From TheoryChecks Require Import Sums LemmaWords LemmaFormulas.
Open Scope R_scope.

(* least-of-parabola *)
Theorem least_of_parabola square linear : least_of_parabola_requires square linear ->
  let least := least_of_parabola_value square linear in
  (forall x, 0 < x -> least <= square * x ^ 2 - linear * x) /\
  exists x, 0 < x /\ square * x ^ 2 - linear * x = least.
Proof.
  intros (first & second) least; unfold least, least_of_parabola_value; split.
  - intros x _; assert (0 <= square * (x - linear / (2 * square)) ^ 2)
      by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    replace (square * x ^ 2 - linear * x)
      with (square * (x - linear / (2 * square)) ^ 2 - linear ^ 2 / (4 * square)) by (field; lra); lra.
  - exists (linear / (2 * square)); split; [apply Rdiv_lt_0_compat; lra|field; lra].
Qed.

(* largest-allowed-error: values j and errors j are e_(j+1). *)
Theorem largest_allowed_error i start eta w size_k values :
  largest_allowed_error_requires i start eta w size_k values ->
  let allowed (errors : nat -> R) := errors 0%nat = start /\ forall j, (1 <= j < size_k)%nat ->
    errors j <= (1 - eta / INR j) ^ 2 * errors (j - 1)%nat + eta ^ 2 * w / INR j ^ 2 in
  allowed values /\
  forall errors, allowed errors -> errors (size_k - 1)%nat <= largest_allowed_error_value i start eta w size_k values.
Proof.
  intros (some & <- & first & _ & equal) allowed; rewrite place_INR in equal.
  assert (own : allowed values).
  { split; [exact first|]; intros j inside; pose proof (equal (j - 1)%nat ltac:(lia)) as next.
    replace (S (j - 1)) with j in next by lia; rewrite next; lra. }
  split; [exact own|]; intros errors [begun below]; unfold largest_allowed_error_value.
  replace (place (INR size_k - 1)) with (size_k - 1)%nat.
  2: { replace (INR size_k - 1) with (INR (size_k - 1)) by (rewrite minus_INR by lia; reflexivity).
       rewrite place_INR; reflexivity. }
  assert (all : forall j, (j < size_k)%nat -> errors j <= values j); [|apply all; lia].
  induction j as [|j IH]; intros small; [lra|].
  specialize (below (S j) ltac:(lia)); rewrite (equal j) by lia; replace (S j - 1)%nat with j in below by lia.
  pose proof (Rmult_le_compat_l _ _ _ (pow2_ge_0 (1 - eta / INR (S j))) (IH ltac:(lia))); lra.
Qed.

(* squares-sum *)
Theorem squares_sum size_k values level : squares_sum_requires size_k values level ->
  sum size_k (fun i => values i ^ 2) = squares_sum_value size_k values level.
Proof. intros _; apply sum_ext; intros; ring. Qed.

(* squared-steps *)
Theorem squared_steps size_k values : squared_steps_requires size_k values ->
  sum (size_k - 1) (fun i => (values (i + 1)%nat - values i) ^ 2) = squared_steps_value size_k values.
Proof. intros _; apply sum_ext; intros i _; rewrite Nat.add_1_r; ring. Qed.

(* squares-of-ends *)
Theorem squares_of_ends size_k values : squares_of_ends_requires size_k values ->
  values 0%nat ^ 2 + values (size_k - 1)%nat ^ 2 = squares_of_ends_value size_k values.
Proof. intros _; unfold squares_of_ends_value; ring. Qed.

(* recursion-level-limit *)
Lemma power_of_N c : 0 < c -> is_lim_seq (fun N => / Rpower (INR N) c) 0.
Proof.
  intros positive; apply (is_lim_seq_ext_loc (fun N => exp (- (c * ln (INR N))))).
  - exists 1%nat; intros N _; unfold Rpower; rewrite exp_Ropp; reflexivity.
  - apply (is_lim_comp_seq exp _ m_infty 0); [apply is_lim_exp_m|exists 0%nat; discriminate|].
    apply (is_lim_seq_opp (fun N => c * ln (INR N)) p_infty).
    replace p_infty with (Rbar_mult c p_infty) by (simpl; destruct (Rle_dec 0 c) as [h|]; [destruct (Rle_lt_or_eq_dec 0 c h); [reflexivity|lra]|lra]).
    apply is_lim_seq_scal_l, (is_lim_comp_seq ln INR p_infty p_infty); [apply is_lim_ln_p|exists 0%nat; discriminate|apply is_lim_seq_INR].
Qed.

Theorem recursion_level_limit v lmin eta k : recursion_level_limit_requires v lmin eta k ->
  is_lim_seq (fun N => let beta := eta / Rpower (INR N) k in beta * v / (2 * lmin - beta * lmin ^ 2))
    (recursion_level_limit_value v lmin eta k).
Proof.
  intros (low & some & positive); unfold recursion_level_limit_value; cbv zeta.
  pose proof (is_lim_seq_scal_l _ eta _ (power_of_N k ltac:(lra))) as step; simpl in step; rewrite Rmult_0_r in step.
  replace 0 with (0 * v / (2 * lmin - 0 * lmin ^ 2)) by (field; lra).
  apply is_lim_seq_div'; [|apply is_lim_seq_minus'; [apply is_lim_seq_const|]|lra].
  - apply (is_lim_seq_scal_r _ v 0) in step; simpl in step; exact step.
  - apply (is_lim_seq_scal_r _ (lmin ^ 2) 0) in step; simpl in step; exact step.
Qed.

(* The logarithm of 1 - x between polynomials. *)
Lemma rises_from_0 (f df : R -> R) x : 0 <= x -> f 0 = 0 -> (forall t, 0 <= t <= x -> is_derive f t (df t)) ->
  (forall t, 0 <= t <= x -> 0 <= df t) -> 0 <= f x.
Proof.
  intros right start derivative up; destruct (MVT_gen f 0 x df) as (c & inside & equal).
  - intros t; rewrite Rmin_left, Rmax_right by lra; intros between; apply derivative; lra.
  - intros t; rewrite Rmin_left, Rmax_right by lra; intros between.
    apply continuity_pt_filterlim, (ex_derive_continuous f); exists (df t); apply derivative; lra.
  - rewrite Rmin_left, Rmax_right in inside by lra; specialize (up c inside).
    rewrite start in equal; pose proof (Rmult_le_pos (df c) (x - 0) up ltac:(lra)); lra.
Qed.

Lemma log_bounds x : 0 <= x <= 1 / 2 ->
  - x - x ^ 2 / 2 - 2 * x ^ 3 <= ln (1 - x) <= - x - x ^ 2 / 2.
Proof.
  intros inside; split.
  - assert (0 <= ln (1 - x) + x + x ^ 2 / 2 + 2 * x ^ 3); [|lra].
    apply (rises_from_0 (fun t => ln (1 - t) + t + t ^ 2 / 2 + 2 * t ^ 3) (fun t => t ^ 2 * (5 - 6 * t) / (1 - t))); [lra| | |].
    + cbv beta; replace (1 - 0) with 1 by ring; rewrite ln_1; field.
    + intros t between; auto_derive; [lra|field; lra].
    + intros t between; apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow2_ge_0|lra]|left; apply Rinv_0_lt_compat; lra].
  - assert (0 <= - x - x ^ 2 / 2 - ln (1 - x)); [|lra].
    apply (rises_from_0 (fun t => - t - t ^ 2 / 2 - ln (1 - t)) (fun t => t ^ 2 / (1 - t))); [lra| | |].
    + cbv beta; replace (1 - 0) with 1 by ring; rewrite ln_1; field.
    + intros t between; auto_derive; [lra|field; lra].
    + intros t between; apply Rmult_le_pos; [apply pow2_ge_0|left; apply Rinv_0_lt_compat; lra].
Qed.

Definition share (a k : R) (N : nat) : R := a / Rpower (INR N) k.

Lemma share_limit a k : 0 < k -> is_lim_seq (share a k) 0.
Proof.
  intros positive; pose proof (is_lim_seq_scal_l _ a _ (power_of_N k positive)) as known; simpl in known.
  rewrite Rmult_0_r in known; exact known.
Qed.

Lemma share_small a k : 0 < a -> 0 < k -> eventually (fun N => (0 < N)%nat /\ 0 <= share a k N <= 1 / 2).
Proof.
  intros positive low; pose proof (share_limit a k low) as limit; apply is_lim_seq_spec in limit.
  destruct (limit (mkposreal (1 / 2) ltac:(lra))) as [M near]; exists (S M); intros N large; split; [lia|].
  specialize (near N ltac:(lia)); simpl in near; rewrite Rminus_0_r in near; apply Rabs_def2 in near; split; [|lra].
  apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, exp_pos].
Qed.

(* N x^j in powers of N. *)
Lemma shares a k j N : (0 < N)%nat -> INR N * share a k N ^ j = a ^ j * Rpower (INR N) (1 - INR j * k).
Proof.
  intros some; pose proof (lt_0_INR N some); unfold share, Rdiv; rewrite Rpow_mult_distr.
  assert (power : (/ Rpower (INR N) k) ^ j = Rpower (INR N) (- (INR j * k))).
  { rewrite <- Rpower_Ropp, <- Rpower_pow by apply exp_pos; rewrite Rpower_mult; f_equal; ring. }
  rewrite power; unfold Rminus; rewrite Rpower_plus, Rpower_1 by lra; ring.
Qed.

Lemma power_up c : 0 < c -> is_lim_seq (fun N => Rpower (INR N) c) p_infty.
Proof.
  intros positive; apply (is_lim_comp_seq exp (fun N => c * ln (INR N)) p_infty p_infty);
    [apply is_lim_exp_p|exists 0%nat; discriminate|].
  replace p_infty with (Rbar_mult c p_infty) at 1 by (simpl; destruct (Rle_dec 0 c) as [h|]; [destruct (Rle_lt_or_eq_dec 0 c h); [reflexivity|lra]|lra]).
  apply is_lim_seq_scal_l, (is_lim_comp_seq ln INR p_infty p_infty); [apply is_lim_ln_p|exists 0%nat; discriminate|apply is_lim_seq_INR].
Qed.

Lemma power_down c : c < 0 -> is_lim_seq (fun N => Rpower (INR N) c) 0.
Proof.
  intros negative; apply (is_lim_seq_ext (fun N => / Rpower (INR N) (- c))); [|apply power_of_N; lra].
  intros N; rewrite <- Rpower_Ropp; f_equal; ring.
Qed.

Lemma powers_of_share a k N : (0 < N)%nat -> 0 <= share a k N <= 1 / 2 ->
  (1 - share a k N) ^ (2 * N) = exp (2 * INR N * ln (1 - share a k N)).
Proof.
  intros some inside; rewrite <- Rpower_pow by lra; unfold Rpower; f_equal; rewrite mult_INR; reflexivity.
Qed.

(* What goes to minus infinity, or to a number. *)
Lemma exp_vanishes u c : 0 < c -> is_lim_seq u p_infty -> is_lim_seq (fun N => exp (- (c * u N))) 0.
Proof.
  intros positive up; apply (is_lim_comp_seq exp (fun N => - (c * u N)) m_infty 0); [apply is_lim_exp_m|exists 0%nat; discriminate|].
  apply (is_lim_seq_opp (fun N => c * u N) p_infty).
  replace p_infty with (Rbar_mult c p_infty) by (simpl; destruct (Rle_dec 0 c) as [h|]; [destruct (Rle_lt_or_eq_dec 0 c h); [reflexivity|lra]|lra]).
  apply is_lim_seq_scal_l, up.
Qed.

Lemma exp_limit u (l : R) : is_lim_seq u l -> is_lim_seq (fun N => exp (u N)) (exp l).
Proof. intros near; apply (is_lim_seq_continuous exp u l); [apply derivable_continuous_pt, derivable_pt_exp|exact near]. Qed.

(* The limit of exp(- c N x^j - d N x^(j + 1)): of N^(1 - j k) there is one, and N^(1 - (j + 1) k) goes to 0 where that does not go up. *)
Lemma two_terms a k c d j (l : R) : 0 < k -> is_lim_seq (fun N => Rpower (INR N) (1 - INR j * k)) l -> 1 - INR (S j) * k < 0 ->
  is_lim_seq (fun N => exp (- (c * (a ^ j * Rpower (INR N) (1 - INR j * k))) - d * (a ^ S j * Rpower (INR N) (1 - INR (S j) * k))))
    (exp (- (c * (a ^ j * l)))).
Proof.
  intros positive first second; apply exp_limit.
  pose proof (is_lim_seq_scal_l _ (c * a ^ j) _ first) as one; pose proof (is_lim_seq_scal_l _ (d * a ^ S j) _ (power_down _ second)) as two.
  simpl Rbar_mult in one, two; rewrite Rmult_0_r in two.
  pose proof (is_lim_seq_minus' _ _ _ _ (proj1 (is_lim_seq_opp _ _) one) two) as both; simpl in both; rewrite Rminus_0_r in both.
  replace (- (c * (a ^ j * l))) with (- (c * a ^ j * l)) by ring; revert both; apply is_lim_seq_ext; intros N; simpl; ring.
Qed.

Lemma constant_power (c : R) : c = 0 -> is_lim_seq (fun N => Rpower (INR N) c) 1.
Proof.
  intros ->; apply (is_lim_seq_ext (fun _ => 1)); [|apply is_lim_seq_const].
  intros N; unfold Rpower; rewrite Rmult_0_l, exp_0; reflexivity.
Qed.

(* geometric-limit *)
Theorem geometric_limit a k : geometric_limit_requires a k ->
  is_lim_seq (fun N => (1 - a / Rpower (INR N) k) ^ (2 * N)) (geometric_limit_value a k).
Proof.
  intros (positive & low); unfold geometric_limit_value; apply Rgt_lt in positive, low.
  assert (bounds : eventually (fun N =>
    exp (- (2 * (a ^ 1 * Rpower (INR N) (1 - INR 1 * k))) - 3 * (a ^ 2 * Rpower (INR N) (1 - INR 2 * k)))
      <= (1 - share a k N) ^ (2 * N) <= exp (- (2 * (a ^ 1 * Rpower (INR N) (1 - INR 1 * k)))))).
  { destruct (share_small a k positive low) as [M small]; exists M; intros N large; destruct (small N large) as [some inside].
    rewrite powers_of_share, <- !shares by assumption; pose proof (log_bounds _ inside) as [below above].
    pose proof (lt_0_INR N some); set (x := share a k N) in *.
    assert (cube : x ^ 3 <= x ^ 2 / 2) by (simpl; nra); pose proof (pow2_ge_0 x).
    split; apply NormalTail.exp_le.
    - assert (- x - 3 / 2 * x ^ 2 <= ln (1 - x)) as lower by lra.
      apply (Rmult_le_compat_l (2 * INR N)) in lower; [|lra]; simpl in *; lra.
    - assert (ln (1 - x) <= - x) as upper by lra; apply (Rmult_le_compat_l (2 * INR N)) in upper; [|lra]; simpl in *; lra. }
  destruct (Rlt_dec k 1) as [slow|fast].
  - apply (is_lim_seq_le_le_loc (fun _ => 0) _ (fun N => exp (- (2 * a ^ 1 * Rpower (INR N) (1 - INR 1 * k))))).
    + destruct bounds as [M all]; exists M; intros N large; destruct (all N large) as [below above]; split.
      * left; eapply Rlt_le_trans; [apply exp_pos|exact below].
      * rewrite Rmult_assoc; exact above.
    + apply is_lim_seq_const.
    + apply exp_vanishes; [simpl; lra|apply power_up; simpl; lra].
  - assert (next : 1 - INR 2 * k < 0) by (simpl; lra).
    assert (both : forall l : R, is_lim_seq (fun N => Rpower (INR N) (1 - INR 1 * k)) l ->
      is_lim_seq (fun N => (1 - a / Rpower (INR N) k) ^ (2 * N)) (exp (- (2 * (a ^ 1 * l))))).
    { intros l limit; apply (is_lim_seq_le_le_loc _ _ _ _ bounds); [exact (two_terms a k 2 3 1 l low limit next)|].
      pose proof (two_terms a k 2 0 1 l low limit next) as known; revert known; apply is_lim_seq_ext; intros N; f_equal; ring. }
    destruct (Req_EM_T k 1) as [one|other].
    + pose proof (both 1 (constant_power (1 - INR 1 * k) ltac:(simpl; lra))) as known.
      replace (- (2 * (a ^ 1 * 1))) with (-2 * a) in known by ring; exact known.
    + assert (1 < k) by (destruct (Rtotal_order k 1) as [|[|]]; [contradiction|contradiction|lra]).
      pose proof (both 0 (power_down (1 - INR 1 * k) ltac:(simpl; lra))) as known.
      rewrite !Rmult_0_r, Ropp_0, exp_0 in known; exact known.
Qed.

(* geometric-ratio-limit *)
Theorem geometric_ratio_limit a k : geometric_ratio_limit_requires a k ->
  is_lim_seq (fun N => (1 - a / Rpower (INR N) k) ^ (2 * N) / exp (-2 * a * Rpower (INR N) (1 - k))) (geometric_ratio_limit_value a k).
Proof.
  intros (positive & low); unfold geometric_ratio_limit_value; apply Rgt_lt in positive, low.
  assert (bounds : eventually (fun N =>
    exp (- (1 * (a ^ 2 * Rpower (INR N) (1 - INR 2 * k))) - 4 * (a ^ 3 * Rpower (INR N) (1 - INR 3 * k)))
      <= (1 - share a k N) ^ (2 * N) / exp (-2 * a * Rpower (INR N) (1 - k))
      <= exp (- (1 * (a ^ 2 * Rpower (INR N) (1 - INR 2 * k)))))).
  { destruct (share_small a k positive low) as [M small]; exists M; intros N large; destruct (small N large) as [some inside].
    pose proof (shares a k 1 N some) as first; rewrite !pow_1 in first; replace (1 - INR 1 * k) with (1 - k) in first by (simpl; ring).
    replace (-2 * a * Rpower (INR N) (1 - k)) with (-2 * (a * Rpower (INR N) (1 - k))) by ring; rewrite <- first.
    rewrite powers_of_share by assumption; unfold Rdiv; rewrite <- exp_Ropp, <- exp_plus, <- !shares by assumption.
    pose proof (log_bounds _ inside) as [below above]; pose proof (lt_0_INR N some); set (x := share a k N) in *.
    split; apply NormalTail.exp_le.
    - apply (Rmult_le_compat_l (2 * INR N)) in below; [|lra]; simpl in *; lra.
    - apply (Rmult_le_compat_l (2 * INR N)) in above; [|lra]; simpl in *; lra. }
  destruct (Rlt_dec k (1 / 2)) as [slow|fast].
  - apply (is_lim_seq_le_le_loc (fun _ => 0) _ (fun N => exp (- (a ^ 2 * Rpower (INR N) (1 - INR 2 * k))))).
    + destruct bounds as [M all]; exists M; intros N large; destruct (all N large) as [below above]; split.
      * left; eapply Rlt_le_trans; [apply exp_pos|exact below].
      * rewrite Rmult_1_l in above; exact above.
    + apply is_lim_seq_const.
    + apply exp_vanishes; [apply pow_lt, positive|apply power_up; simpl; lra].
  - assert (next : 1 - INR 3 * k < 0) by (simpl; lra).
    assert (both : forall l : R, is_lim_seq (fun N => Rpower (INR N) (1 - INR 2 * k)) l ->
      is_lim_seq (fun N => (1 - a / Rpower (INR N) k) ^ (2 * N) / exp (-2 * a * Rpower (INR N) (1 - k))) (exp (- (1 * (a ^ 2 * l))))).
    { intros l limit; apply (is_lim_seq_le_le_loc _ _ _ _ bounds); [exact (two_terms a k 1 4 2 l low limit next)|].
      pose proof (two_terms a k 1 0 2 l low limit next) as known; revert known; apply is_lim_seq_ext; intros N; f_equal; ring. }
    destruct (Req_EM_T k (1 / 2)) as [half|other].
    + pose proof (both 1 (constant_power (1 - INR 2 * k) ltac:(simpl; lra))) as known.
      replace (- (1 * (a ^ 2 * 1))) with (- a ^ 2) in known by ring; exact known.
    + assert (1 / 2 < k) by (destruct (Rtotal_order k (1 / 2)) as [|[|]]; [contradiction|contradiction|lra]).
      pose proof (both 0 (power_down (1 - INR 2 * k) ltac:(simpl; lra))) as known.
      rewrite !Rmult_0_r, Ropp_0, exp_0 in known; exact known.
Qed.
