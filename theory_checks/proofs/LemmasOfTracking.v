(* A lemma about a weight that tracks a reward, with a path as noise in each update, and more of them on what is released. *)
From Coq Require Import Reals Lra Lia Arith List.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Vectors Bridge GridNorm NormalMean GaussianFamilies PathSums HiddenShifts LemmaWords LemmaFormulas.
Open Scope R_scope.

Section Tracking.
Context {Omega : Type} (g : nat -> R -> Omega -> R).
Variables (step initial place_ : R) (c : R -> R) (updates paths_ : nat).

(* Path j is the noise of update j; the state is always the same one, and the reward there is c for bonus = 0, c + 1 for bonus = 1. *)
Definition own_value (theta s : R) : R := theta + c s.
Fixpoint tracked (bonus : R) (J : nat) (w : Omega) : R := match J with
  | O => initial
  | S j => tracked bonus j w + step * (own_value (tracked bonus j w) place_ + g j place_ w - (c place_ + bonus))
  end.
Definition shown (bonus : R) (w : Omega) (x : R) : R := own_value (tracked bonus updates w) x + sum paths_ (fun i => g (updates + i)%nat x w).

Fixpoint kept (J : nat) : weighted := match J with O => nil | S j => (scaled (1 + step) (kept j) ++ ((step, (j, place_)) :: nil))%list end.
Definition tops (x : R) : weighted := listed paths_ (fun i => (1, ((updates + i)%nat, x))).
(* What is random in the value that is released at a point, and its mean *)
Definition random (x : R) : weighted := (kept updates ++ tops x)%list.
Fixpoint middle (bonus : R) (J : nat) : R := match J with O => initial | S j => (1 + step) * middle bonus j - step * bonus end.

Lemma tracked_value bonus J w : tracked bonus J w = middle bonus J + value g (kept J) w.
Proof.
  induction J as [|j IH]; [simpl; ring|]; cbn [tracked middle kept]; rewrite value_app, value_scaled; simpl; unfold own_value; rewrite IH; ring.
Qed.

Lemma shown_value bonus w x : shown bonus w x = middle bonus updates + c x + value g (random x) w.
Proof.
  unfold shown, own_value, random, tops; rewrite tracked_value, value_app, value_listed; simpl fst; simpl snd.
  rewrite (sum_ext paths_ (fun i => 1 * g (updates + i)%nat x w) (fun i => g (updates + i)%nat x w)) by (intros; ring); ring.
Qed.
End Tracking.

Section Noise.
Variables (beta step place_ : R) (updates paths_ : nat).

Lemma middle_apart initial J : middle step initial 0 J - middle step initial 1 J = (1 + step) ^ J - 1.
Proof.
  induction J as [|j IH]; simpl; [ring|].
  replace ((1 + step) * middle step initial 0 j - step * 0 - ((1 + step) * middle step initial 1 j - step * 1))
    with ((1 + step) * (middle step initial 0 j - middle step initial 1 j) + step) by ring; rewrite IH; ring.
Qed.

Lemma kept_paths J d k x : In (d, (k, x)) (kept step place_ J) -> (k < J)%nat /\ x = place_.
Proof.
  revert d; induction J as [|j IH]; simpl; intros d held; [tauto|]; apply in_app_or in held; destruct held as [held|[held|[]]].
  - apply in_scaled in held; destruct held as [e held]; destruct (IH e held); split; [lia|assumption].
  - injection held; intros; subst; split; [lia|reflexivity].
Qed.

Lemma kept_variance J : (1 + step) * (1 + step) - 1 <> 0 ->
  covariance beta (kept step place_ J) (kept step place_ J) = step * step * ((1 + step) ^ (2 * J) - 1) / ((1 + step) * (1 + step) - 1).
Proof.
  intros some; induction J as [|j IH]; [simpl; field; exact some|]; cbn [kept]; rewrite covariance_sum, IH.
  rewrite (covariance_symmetric beta (kept step place_ j)); simpl covariance.
  rewrite (against_apart beta j place_ (kept step place_ j)) by (intros d k x held; apply kept_paths in held; lia).
  unfold link; simpl fst; simpl snd; rewrite Nat.eqb_refl, kernel_same; replace (2 * S j)%nat with (2 * j + 2)%nat by lia.
  rewrite pow_add; field; exact some.
Qed.

(* The covariances of what is released *)
Lemma random_covariance x y : covariance beta (random step place_ updates paths_ x) (random step place_ updates paths_ y) =
  covariance beta (kept step place_ updates) (kept step place_ updates) + INR paths_ * kernel beta x y.
Proof.
  assert (apart : forall z, covariance beta (tops updates paths_ z) (kept step place_ updates) = 0).
  { intros z; unfold tops; rewrite covariance_listed; simpl fst; simpl snd; rewrite (sum_ext paths_ _ (fun _ => 0)), sum_const; [ring|].
    intros i _; rewrite against_apart; [ring|]; intros d k u held; apply kept_paths in held; lia. }
  unfold random; rewrite covariance_app, !(covariance_symmetric beta _ (kept step place_ updates ++ _)%list), !covariance_app.
  rewrite (apart y), (covariance_symmetric beta (kept step place_ updates) (tops updates paths_ x)), (apart x).
  unfold tops; rewrite covariance_listed; simpl fst; simpl snd.
  rewrite (sum_ext paths_ _ (fun _ => kernel beta x y)), sum_const; [ring|]; intros i small; rewrite against_listed; simpl fst; simpl snd.
  rewrite (sum_ext paths_ _ (fun j => kernel beta x y * unit i j)).
  - rewrite (sum_unit paths_ i (fun _ => kernel beta x y)) by exact small; ring.
  - intros j _; unfold link, unit; simpl fst; simpl snd; destruct (Nat.eqb_spec (updates + i) (updates + j)), (Nat.eqb_spec j i); try lia; rewrite ?(kernel_symmetric beta y x); ring.
Qed.
End Noise.

Lemma mean_exponential u : 0 <= u -> (1 - exp (- u)) / (1 + exp (- u)) <= u / 2.
Proof.
  intros right; pose proof (exp_pos (- u)); set (f := fun t => t + t * exp (- t) - 2 + 2 * exp (- t)).
  assert (above : 0 <= f u).
  { destruct (MVT_gen f 0 u (fun t => 1 - (1 + t) * exp (- t))) as (z & between & equal).
    - intros t _; unfold f; auto_derive; [trivial|ring].
    - intros t _; apply continuity_pt_filterlim, (ex_derive_continuous f); unfold f; auto_derive; trivial.
    - rewrite Rmin_left, Rmax_right in between by lra; assert (start : f 0 = 0) by (unfold f; rewrite Ropp_0, exp_0; ring).
      assert (slope : 0 <= 1 - (1 + z) * exp (- z)).
      { pose proof (exp_ineq1_le z); assert (inverse : exp (- z) * exp z = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
        pose proof (exp_pos (- z)); nra. }
      rewrite start in equal; pose proof (Rmult_le_pos _ (u - 0) slope ltac:(lra)); lra. }
  apply (Rmult_le_reg_r (1 + exp (- u))); [lra|]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; unfold f in above; lra.
Qed.

Lemma caught_most beta N : 0 < beta -> (0 < N)%nat -> caught beta N <= 1 + beta / 2.
Proof.
  intros positive some; rewrite caught_value by assumption; pose proof (lt_0_INR N some).
  pose proof (mean_exponential (beta / INR N) ltac:(apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra])) as most.
  apply (Rmult_le_compat_l (INR N)) in most; [|lra]; replace (INR N * (beta / INR N / 2)) with (beta / 2) in most by (field; lra); lra.
Qed.

(* What the best weights see of all paths *)
Fixpoint all_means (beta : R) (N updates k : nat) : weighted :=
  match k with O => nil | S j => (all_means beta N updates j ++ mean_of_path beta N (updates + j))%list end.

Lemma all_means_paths beta N updates k : forall d p x, In (d, (p, x)) (all_means beta N updates k) -> (updates <= p < updates + k)%nat.
Proof.
  induction k as [|k IH]; simpl; [tauto|]; intros d p x held; apply in_app_or in held; destruct held as [held|held].
  - specialize (IH _ _ _ held); lia.
  - apply in_listed in held; destruct held as (i & _ & equal); apply (f_equal (fun t => fst (snd t))) in equal; unfold fst, snd in equal; lia.
Qed.

Lemma apart_lists beta l k : (forall d p x e q y, In (d, (p, x)) l -> In (e, (q, y)) k -> p <> q) -> covariance beta l k = 0.
Proof.
  induction l as [|[d [p x]] l IH]; intros other; simpl; [reflexivity|]; rewrite IH, against_apart; [ring| |].
  - intros e q y held; apply not_eq_sym, (other d p x e q y); [left; reflexivity|exact held].
  - intros d' p' x' e q y one two; apply (other d' p' x' e q y); [right; exact one|exact two].
Qed.

Lemma all_means_variance beta N updates k : 0 < beta -> (0 < N)%nat ->
  covariance beta (all_means beta N updates k) (all_means beta N updates k) = INR k / caught beta N.
Proof.
  intros positive some; induction k as [|k IH]; [simpl; field; pose proof (caught_pos beta N positive some); lra|]; cbn [all_means].
  set (new := mean_of_path beta N (updates + k)); set (old := all_means beta N updates k) in *.
  assert (none : covariance beta old new = 0).
  { apply apart_lists; intros d p x e q y one two; apply all_means_paths in one; apply in_listed in two; destruct two as (i & _ & equal).
    apply (f_equal (fun t => fst (snd t))) in equal; unfold fst, snd in equal; lia. }
  rewrite covariance_app, !(covariance_symmetric beta _ (old ++ new)%list), !covariance_app, (covariance_symmetric beta new old), none, IH.
  unfold new; rewrite variance_of_mean, S_INR by assumption; unfold Rdiv; ring.
Qed.

Lemma value_all_means {Omega} (g : nat -> R -> Omega -> R) beta N updates k w :
  value g (all_means beta (S N) updates k) w = sum k (fun j => sum (S (S N)) (fun i => share beta N i * g (updates + j)%nat (at_point (S N) i) w)).
Proof.
  induction k as [|k IH]; [reflexivity|]; cbn [all_means sum]; rewrite value_app, IH; f_equal; unfold mean_of_path; rewrite value_listed; reflexivity.
Qed.

Lemma power_not_1 t n : 0 <= t -> t <> 1 -> (0 < n)%nat -> t ^ n <> 1.
Proof.
  intros right other some; destruct (Rlt_dec t 1) as [less|more].
  - pose proof (pow_lt_1_compat t n ltac:(lra) some); lra.
  - pose proof (Rlt_pow_R1 t n ltac:(lra) some); lra.
Qed.

(* tracked-reward-mu: no delta hides the reward on every grid that would not hide a shift by mu, and on each grid the log of the
   ratio of the two densities is normal as that of a shift by no more than mu. The checker divides by (1 + step)^2 - 1. *)
Theorem tracked_reward_mu {Omega} E updates step paths_ sigma beta initial place_ c (g : nat -> R -> Omega -> R) :
  tracked_reward_mu_requires updates step paths_ sigma beta -> (1 + step) * (1 + step) - 1 <> 0 ->
  expectation E -> paths E (sigma * sigma) beta g -> 0 <= place_ <= 1 ->
  let mu := tracked_reward_mu_value updates step paths_ sigma beta in
  let X := shown g step initial place_ c updates paths_ in
  let mean bonus x := middle step initial bonus updates + c x in
  let noise := random step place_ updates paths_ in
  (forall bonus w x, X bonus w x = mean bonus x + value g (noise x) w) /\
  (forall epsilon delta, hides E epsilon delta X -> gaussian_delta_value epsilon mu <= delta) /\
  forall N, (0 < N)%nat -> exists (weight : nat -> R) shift, 0 < shift <= mu /\
    (forall i, (i <= N)%nat -> sum (S N) (fun j => sigma * sigma * covariance beta (noise (at_point N i)) (noise (at_point N j)) * weight j) =
      mean 1 (at_point N i) - mean 0 (at_point N i)) /\
    let log_ratio bonus w := sum (S N) (fun i => weight i * (X bonus w (at_point N i) - (mean 0 (at_point N i) + mean 1 (at_point N i)) / 2)) in
    normal E (fun w => log_ratio 1 w - shift ^ 2 / 2) shift /\ normal E (fun w => log_ratio 0 w - - shift ^ 2 / 2) shift.
Proof.
  intros (deviation & often & positive & _) divided means law on mu X mean noise; apply Rgt_lt in deviation, often, positive.
  assert (some : (0 < updates)%nat) by (apply INR_lt; simpl; lra).
  set (a := 1 + step) in *; set (own := covariance beta (kept step place_ updates) (kept step place_ updates)).
  set (D := middle step initial 0 updates - middle step initial 1 updates).
  assert (equal : forall bonus w x, X bonus w x = mean bonus x + value g (noise x) w) by (intros; apply shown_value).
  assert (square : a ^ (2 * updates) <> 1) by (rewrite pow_mult; apply power_not_1; [apply pow2_ge_0|simpl; lra|exact some]).
  assert (is : D = a ^ updates - 1) by apply middle_apart.
  assert (moves : D <> 0).
  { rewrite is; intros zero; apply square; rewrite Nat.mul_comm, pow_mult; replace (a ^ updates) with 1 by lra; ring. }
  assert (inside_kept : inside (kept step place_ updates)) by (intros d k x held; apply kept_paths in held; destruct held as [_ ->]; exact on).
  assert (own_is : own = step * step * (a ^ (2 * updates) - 1) / (a * a - 1)) by (apply kept_variance; assumption).
  assert (own_some : 0 < own).
  { destruct law as [above _]; specialize (above _ inside_kept); fold own in above; destruct above as [|zero]; [assumption|exfalso].
    assert (step <> 0) by (intros ->; apply divided; unfold a; ring).
    rewrite own_is in zero; apply (Rmult_eq_compat_r (a * a - 1)) in zero; unfold Rdiv in zero; rewrite Rmult_assoc, Rinv_l in zero by exact divided.
    assert (step * step * (a ^ (2 * updates) - 1) = 0) as none by lra; destruct (Rmult_integral _ _ none) as [h|h]; [|lra].
    destruct (Rmult_integral _ _ h); contradiction. }
  set (spread := own + INR paths_ / (1 + beta / 2)); pose proof (pos_INR paths_) as many.
  assert (0 <= INR paths_ / (1 + beta / 2)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (spread_some : 0 < spread) by (unfold spread; lra).
  assert (noise_some : 0 < sigma * sigma * spread) by (apply Rmult_lt_0_compat; [nra|exact spread_some]).
  assert (mu_is : mu = Rabs D / sqrt (sigma * sigma * spread)).
  { unfold mu, tracked_reward_mu_value; cbv zeta; fold a; rewrite <- own_is; fold spread; rewrite <- is, sqrt_mult, sqrt_square by nra; reflexivity. }
  set (seen := fun N => (kept step place_ updates ++ all_means beta (S N) updates paths_)%list).
  assert (inside_seen : forall N, inside (seen N)).
  { intros N; apply inside_app; [exact inside_kept|]; intros d p x held; clear - held.
    induction paths_ as [|k IH]; [destruct held|]; apply in_app_or in held; destruct held as [held|held]; [apply IH, held|].
    revert held; apply inside_mean; lia. }
  set (v := fun N => sigma * sigma * (own + INR paths_ / caught beta (S N))).
  assert (variance_seen : forall N, sigma * sigma * covariance beta (seen N) (seen N) = v N).
  { intros N; unfold v, seen; f_equal.
    assert (none : covariance beta (kept step place_ updates) (all_means beta (S N) updates paths_) = 0).
    { apply apart_lists; intros d p x e q y one two; apply kept_paths in one; apply all_means_paths in two; lia. }
    rewrite covariance_app, !(covariance_symmetric beta _ (kept step place_ updates ++ _)%list), !covariance_app.
    rewrite (covariance_symmetric beta (all_means _ _ _ _) (kept step place_ updates)), none, all_means_variance by (assumption || lia); fold own; ring. }
  assert (statistic : forall N bonus w, sum (S (S N)) (fun i => share beta N i * X bonus w (at_point (S N) i)) =
    middle step initial bonus updates + sum (S (S N)) (fun i => share beta N i * c (at_point (S N) i)) + value g (seen N) w).
  { intros N bonus w; unfold seen; rewrite value_app, value_all_means.
    rewrite (sum_ext _ _ (fun i => (middle step initial bonus updates + value g (kept step place_ updates) w) * share beta N i
      + (share beta N i * c (at_point (S N) i) + sum paths_ (fun j => share beta N i * g (updates + j)%nat (at_point (S N) i) w)))).
    - rewrite !sum_add, sum_scale, shares, sum_swap by exact positive; ring.
    - intros i _; rewrite equal; unfold mean, noise, random, tops; rewrite value_app, value_listed; simpl fst; simpl snd.
      rewrite !sum_scale; ring. }
  split; [exact equal|split].
  - intros epsilon delta hidden.
    assert (limit : is_lim_seq (fun N => sigma * sigma * covariance beta (seen N) (seen N)) (sigma * sigma * spread)).
    { apply (is_lim_seq_ext v); [intros; symmetry; apply variance_seen|]; apply is_lim_seq_mult'; [apply is_lim_seq_const|].
      apply is_lim_seq_plus'; [apply is_lim_seq_const|]; apply is_lim_seq_div'; [apply is_lim_seq_const|apply caught_limit, positive|lra]. }
    pose proof (hidden_statistic E means (sigma * sigma) beta g X (fun bonus => middle step initial bonus updates)
      (fun N => sum (S (S N)) (fun i => share beta N i * c (at_point (S N) i))) seen (sigma * sigma * spread) law ltac:(nra) statistic inside_seen limit
      epsilon delta hidden) as known; cbv beta zeta in known; fold D in known; rewrite <- mu_is in known.
    destruct (Req_EM_T (Rabs D) 0) as [zero|_]; [destruct (Rabs_no_R0 D moves zero)|].
    destruct (Req_EM_T (sigma * sigma * spread) 0) as [zero|_]; [lra|].
    unfold gaussian_delta_value; cbv zeta; replace (- (mu / 2 + epsilon / mu)) with (- (mu / 2) - epsilon / mu) by ring; exact known.
  - intros [|N] size; [lia|clear size]; pose proof (caught_pos beta (S N) positive ltac:(lia)); pose proof (caught_most beta (S N) positive ltac:(lia)).
    assert (0 < v N /\ sigma * sigma * spread <= v N).
    { assert (INR paths_ / (1 + beta / 2) <= INR paths_ / caught beta (S N)) by (apply Rmult_le_compat_l; [lra|apply Rinv_le_contravar; lra]).
      unfold v, spread; split; [apply Rmult_lt_0_compat; nra|apply Rmult_le_compat_l; nra]. }
    destruct H2 as [v_some v_more]; pose proof (sqrt_lt_R0 _ v_some) as root; pose proof (sqrt_sqrt (v N) ltac:(lra)) as root_square.
    exists (fun i => - D / v N * share beta N i), (Rabs D / sqrt (v N)); pose proof (Rabs_pos_lt D moves) as size.
    assert (shift_square : (Rabs D / sqrt (v N)) ^ 2 = D ^ 2 / v N) by (replace (D ^ 2 / v N) with (D ^ 2 / (sqrt (v N) * sqrt (v N))) by (rewrite root_square; reflexivity);
      unfold Rdiv; rewrite Rpow_mult_distr, pow2_abs; field; lra).
    assert (ratios : forall bonus w, sum (S (S N)) (fun i => - D / v N * share beta N i * (X bonus w (at_point (S N) i)
        - (mean 0 (at_point (S N) i) + mean 1 (at_point (S N) i)) / 2)) =
      - D / v N * (middle step initial bonus updates - (middle step initial 0 updates + middle step initial 1 updates) / 2) + value g (scaled (- D / v N) (seen N)) w).
    { intros bonus w; rewrite value_scaled.
      rewrite (sum_ext _ _ (fun i => - D / v N * (share beta N i * X bonus w (at_point (S N) i)) -
        (- D / v N * (share beta N i * c (at_point (S N) i)) + - D / v N * ((middle step initial 0 updates + middle step initial 1 updates) / 2) * share beta N i)))
        by (intros i _; unfold mean; field; lra).
      rewrite sum_sub, sum_add, !sum_scale, shares, statistic by exact positive; ring. }
    assert (normals : normal E (value g (scaled (- D / v N) (seen N))) (Rabs D / sqrt (v N))).
    { destruct law as [_ all]; specialize (all _ (inside_scaled (- D / v N) _ (inside_seen N))).
      rewrite covariance_scaled, covariance_symmetric, covariance_scaled in all.
      replace (sigma * sigma * (- D / v N * (- D / v N * covariance beta (seen N) (seen N)))) with ((Rabs D / sqrt (v N)) ^ 2) in all.
      - rewrite sqrt_pow2 in all by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]); exact all.
      - rewrite shift_square; replace (sigma * sigma * (- D / v N * (- D / v N * covariance beta (seen N) (seen N))))
          with (D / v N * (D / v N) * (sigma * sigma * covariance beta (seen N) (seen N))) by (field; lra).
        rewrite variance_seen; field; lra. }
    split; [split; [apply Rdiv_lt_0_compat; assumption|]|split].
    + rewrite mu_is; apply Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; [apply sqrt_lt_R0; exact noise_some|apply sqrt_le_1_alt; exact v_more].
    + intros i low; unfold noise.
      rewrite (sum_ext _ _ (fun j => - D / v N * (sigma * sigma) * own * share beta N j + - D / v N * (sigma * sigma) * INR paths_ / caught beta (S N)
        * (best_weight beta (S N) j * kernel beta (at_point (S N) i) (at_point (S N) j)))).
      * rewrite sum_add, !sum_scale, shares by exact positive.
        change (sum (S (S N)) (fun j => best_weight beta (S N) j * kernel beta (at_point (S N) i) (at_point (S N) j))) with (catch beta (S N) (at_point (S N) i)).
        rewrite catch_at by (assumption || lia).
        replace (_ + _) with (- D / v N * v N) by (unfold v; field; split; [lra|nra]).
        unfold mean; field_simplify; [|lra]; unfold D; ring.
      * intros j _; rewrite random_covariance by assumption; fold own; unfold share; field; lra.
    + split.
      * intros f m k one two; pose proof (normals f m k one two) as known; revert known; apply mean_is; [|reflexivity].
        intros w; f_equal; rewrite ratios, shift_square; fold D.
        replace (middle step initial 1 updates - (middle step initial 0 updates + middle step initial 1 updates) / 2) with (- D / 2) by (unfold D; field); field; lra.
      * intros f m k one two; pose proof (normals f m k one two) as known; revert known; apply mean_is; [|reflexivity].
        intros w; f_equal; rewrite ratios; replace (- (Rabs D / sqrt (v N)) ^ 2) with (- (D ^ 2 / v N)) by (rewrite shift_square; reflexivity).
        replace (middle step initial 0 updates - (middle step initial 0 updates + middle step initial 1 updates) / 2) with (D / 2) by (unfold D; field); field; lra.
Qed.
