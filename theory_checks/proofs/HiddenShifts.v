(* Functions with Gaussian paths on top, of which two are shifted against each other: what every grid's events give away. *)
From Coq Require Import Reals Lra Lia Arith List.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Bridge Normal NormalSeries NormalTail NormalMean NormalEvents Gaussian GaussianFamilies PathSums.
Open Scope R_scope.

(* A normal number that is 0, and events that tell a shift by its sign *)
Lemma certain_at_0 {Omega} (E : (Omega -> R) -> R -> Prop) X t : normal E X 0 ->
  probability E (fun w => at_least t (X w)) (indicator (at_least t 0)).
Proof.
  intros law; unfold probability; pose proof (mean_of_one_scale (indicator (at_least t 0)) _ _ mean_one) as of; rewrite Rmult_1_r in of.
  apply (law (fun x => indicator (at_least t x)) _ (indicator (at_least t 0))).
  - revert of; apply mean_of_one_ext; intros z; rewrite Rmult_0_l; ring.
  - revert of; apply mean_of_one_ext; intros z; rewrite Rmult_0_l; unfold indicator; destruct (at_least t 0); rewrite ?Rabs_R1, ?Rabs_R0; ring.
Qed.

Lemma limit_of_Phi u (l : R) : is_lim_seq u l -> is_lim_seq (fun n => Phi (u n)) (Phi l).
Proof.
  intros near; apply (is_lim_seq_continuous Phi u l); [|exact near].
  apply continuity_pt_filterlim, (ex_derive_continuous Phi); exists (density l); apply is_derive_Phi.
Qed.

(* What a shift by d > 0 gives away under noise of deviations sigma N that go to a limit *)
Lemma shift_in_the_limit epsilon d delta (v : nat -> R) (limit : R) : 0 < d -> (forall N, 0 <= v N) -> is_lim_seq v limit ->
  (forall N, v N = 0 -> 1 <= delta) ->
  (forall N t, 0 < v N -> Phi ((d - t) / sqrt (v N)) - exp epsilon * Phi (- t / sqrt (v N)) <= delta) ->
  let mu := d / sqrt limit in
  (limit = 0 -> 1 <= delta) /\
  (limit <> 0 -> Phi (mu / 2 - epsilon / mu) - exp epsilon * Phi (- (mu / 2) - epsilon / mu) <= delta).
Proof.
  intros positive nonneg near none events mu; pose proof (exp_pos epsilon).
  destruct (Rle_dec 1 delta) as [large|small].
  { split; intros _; [exact large|]; pose proof (Phi_between (mu / 2 - epsilon / mu)); pose proof (Phi_between (- (mu / 2) - epsilon / mu)).
    assert (0 <= exp epsilon * Phi (- (mu / 2) - epsilon / mu)) by (apply Rmult_le_pos; lra); lra. }
  assert (some : forall N, 0 < v N).
  { intros N; destruct (nonneg N) as [more|zero]; [exact more|]; destruct small; apply (none N); symmetry; exact zero. }
  split; intros case.
  - subst limit; destruct small.
    assert (below : forall N, 1 - 4 * (1 + exp epsilon) / d ^ 2 * v N <= delta).
    { intros N; pose proof (events N (d / 2) (some N)) as event; pose proof (sqrt_lt_R0 _ (some N)) as root.
      pose proof (sqrt_sqrt (v N) (nonneg N)) as square; set (s := sqrt (v N)) in *; set (y := d / 2 / s).
      replace ((d - d / 2) / s) with y in event by (unfold y; field; lra); replace (- (d / 2) / s) with (- y) in event by (unfold y; field; lra).
      assert (0 < y) by (unfold y; apply Rdiv_lt_0_compat; lra); pose proof (tail_below y ltac:(lra)) as tail.
      rewrite (Phi_opposite y) in *.
      assert (bell y <= 8 * v N / d ^ 2).
      { unfold bell; rewrite exp_Ropp; pose proof (exp_ineq1_le (y * y / 2)).
        assert (y * y = d ^ 2 / (4 * v N)) by (unfold y; rewrite <- square; field; lra).
        assert (0 < d ^ 2 / (8 * v N)) by (apply Rdiv_lt_0_compat; [apply pow_lt; lra|pose proof (some N); lra]).
        replace (8 * v N / d ^ 2) with (/ (d ^ 2 / (8 * v N))) by (pose proof (some N); field; split; nra).
        apply Rinv_le_contravar; [assumption|]; replace (d ^ 2 / (8 * v N)) with (y * y / 2) by (rewrite H2; pose proof (some N); field; lra); lra. }
      assert (1 - Phi y <= 4 * v N / d ^ 2) by lra.
      assert (exp epsilon * (1 - Phi y) <= exp epsilon * (4 * v N / d ^ 2)) by (apply Rmult_le_compat_l; lra).
      replace (4 * (1 + exp epsilon) / d ^ 2 * v N) with (4 * v N / d ^ 2 + exp epsilon * (4 * v N / d ^ 2)) by (field; lra); lra. }
    apply (is_lim_seq_le (fun N => 1 - 4 * (1 + exp epsilon) / d ^ 2 * v N) (fun _ => delta) 1 delta below); [|apply is_lim_seq_const].
    replace (Finite 1) with (Finite (1 - 4 * (1 + exp epsilon) / d ^ 2 * 0)) by (f_equal; ring).
    apply is_lim_seq_minus'; [apply is_lim_seq_const|]; apply is_lim_seq_mult'; [apply is_lim_seq_const|exact near].
  - assert (above : 0 < limit).
    { assert (0 <= limit); [|lra]; apply (is_lim_seq_le (fun _ => 0) v 0 limit nonneg); [apply is_lim_seq_const|exact near]. }
    pose proof (sqrt_lt_R0 _ above) as root; assert (0 < mu) by (unfold mu; apply Rdiv_lt_0_compat; lra).
    set (t := (epsilon / mu + mu / 2) * sqrt limit).
    replace (mu / 2 - epsilon / mu) with ((d - t) / sqrt limit) by (unfold t, mu; field; lra).
    replace (- (mu / 2) - epsilon / mu) with (- t / sqrt limit) by (unfold t; field; lra).
    refine (is_lim_seq_le _ (fun _ => delta) (Phi ((d - t) / sqrt limit) - exp epsilon * Phi (- t / sqrt limit)) delta
      (fun N => events N t (some N)) _ (is_lim_seq_const delta)).
    assert (deviations : is_lim_seq (fun N => sqrt (v N)) (sqrt limit))
      by (apply (is_lim_seq_continuous sqrt v limit); [apply continuity_pt_sqrt; lra|exact near]).
    apply is_lim_seq_minus'; [|apply is_lim_seq_mult'; [apply is_lim_seq_const|]]; apply limit_of_Phi, is_lim_seq_div';
      [apply is_lim_seq_const|exact deviations|lra|apply is_lim_seq_const|exact deviations|lra].
Qed.

(* A number that a grid shows, and a shift of it by a known sign *)
Definition seen_on (N : nat) (S : (nat -> R) -> bool) : Prop := forall x y, (forall i, (i <= N)%nat -> x i = y i) -> S x = S y.
(* delta is enough at epsilon to hide which of two functions X 0, X 1 is released: on each grid of [0, 1], for each event. *)
Definition hides {Omega} (E : (Omega -> R) -> R -> Prop) (epsilon delta : R) (X : R -> Omega -> R -> R) : Prop :=
  forall N S p q, (0 < N)%nat -> seen_on N S ->
    probability E (fun w => S (fun i => X 0 w (INR i / INR N))) p -> probability E (fun w => S (fun i => X 1 w (INR i / INR N))) q ->
    p - exp epsilon * q <= delta.

Definition share (beta : R) (N i : nat) : R := best_weight beta (S N) i / caught beta (S N).

Lemma shares beta N : 0 < beta -> sum (S (S N)) (share beta N) = 1.
Proof.
  intros positive; pose proof (caught_pos beta (S N) positive ltac:(lia)) as some; unfold share.
  rewrite (sum_ext _ _ (fun i => / caught beta (S N) * best_weight beta (S N) i)) by (intros; unfold Rdiv; ring).
  rewrite sum_scale; fold (caught beta (S N)); field; lra.
Qed.

(* What the best weights on a grid see of a function: a centre, which tells, a constant, which does not, and noise. *)
Section Statistic.
Context {Omega : Type} (E : (Omega -> R) -> R -> Prop) (means : expectation E).
Variables (variance beta : R) (g : nat -> R -> Omega -> R) (X : R -> Omega -> R -> R) (centre : R -> R) (constant : nat -> R)
  (seen : nat -> weighted) (noise : R).
Hypotheses (law : paths E variance beta g) (nonneg : 0 <= variance)
  (statistic : forall N bonus w, sum (S (S N)) (fun i => share beta N i * X bonus w (INR i / INR (S N))) = centre bonus + constant N + value g (seen N) w)
  (inside_seen : forall N, inside (seen N)) (limit_of_seen : is_lim_seq (fun N => variance * covariance beta (seen N) (seen N)) noise).

Theorem hidden_statistic epsilon delta : hides E epsilon delta X ->
  let moved := Rabs (centre 0 - centre 1) in
  let mu := moved / sqrt noise in
  (if Req_EM_T moved 0 then 0 else if Req_EM_T noise 0 then 1
   else Phi (mu / 2 - epsilon / mu) - exp epsilon * Phi (- (mu / 2) - epsilon / mu)) <= delta.
Proof.
  intros hidden moved mu; destruct (Req_EM_T moved 0) as [still|moves].
  - assert (never : probability E (fun _ => false) 0) by (unfold probability; simpl; apply mean_constant, means).
    pose proof (hidden 1%nat (fun _ => false) 0 0 ltac:(lia) ltac:(intros x y _; reflexivity) never never); lra.
  - assert (0 < moved) by (pose proof (Rabs_pos (centre 0 - centre 1)); unfold moved in *; lra).
    set (s := if Rle_dec 0 (centre 0 - centre 1) then 1 else -1).
    assert (sign : s * (centre 0 - centre 1) = moved /\ s ^ 2 = 1).
    { unfold s, moved; destruct (Rle_dec 0 (centre 0 - centre 1)); [rewrite Rabs_pos_eq by assumption|rewrite Rabs_left1 by lra]; split; ring. }
    destruct sign as [sign unit]; set (v := fun N => variance * covariance beta (seen N) (seen N)).
    assert (normals : forall N, normal E (fun w => s * value g (seen N) w) (sqrt (v N))).
    { intros N; destruct law as [_ all]; specialize (all (scaled s (seen N)) (inside_scaled s _ (inside_seen N))).
      rewrite covariance_scaled, covariance_symmetric, covariance_scaled in all.
      replace (variance * (s * (s * covariance beta (seen N) (seen N)))) with (v N) in all
        by (unfold v; transitivity (s ^ 2 * (variance * covariance beta (seen N) (seen N))); [rewrite unit|]; ring).
      intros f m k one two; pose proof (all f m k one two) as known; revert known; apply mean_is; [|reflexivity].
      intros w; rewrite value_scaled; reflexivity. }
    assert (event : forall N t p q, probability E (fun w => at_least (t - moved) (s * value g (seen N) w)) p ->
      probability E (fun w => at_least t (s * value g (seen N) w)) q -> p - exp epsilon * q <= delta).
    { intros N t p q one two; apply (hidden (S N) (fun x => at_least (t + s * (centre 1 + constant N)) (s * sum (S (S N)) (fun i => share beta N i * x i))) p q); [lia| | |].
      - intros x y same; f_equal; f_equal; apply sum_ext; intros i small; rewrite same by lia; reflexivity.
      - unfold probability in *; revert one; apply mean_is; [|reflexivity]; intros w; cbv beta; rewrite statistic.
        f_equal; unfold at_least; destruct (Rle_dec (t - moved) (s * value g (seen N) w)),
          (Rle_dec (t + s * (centre 1 + constant N)) (s * (centre 0 + constant N + value g (seen N) w))); trivial; exfalso; lra.
      - unfold probability in *; revert two; apply mean_is; [|reflexivity]; intros w; cbv beta; rewrite statistic.
        f_equal; unfold at_least; destruct (Rle_dec t (s * value g (seen N) w)),
          (Rle_dec (t + s * (centre 1 + constant N)) (s * (centre 1 + constant N + value g (seen N) w))); trivial; exfalso; lra. }
    destruct (shift_in_the_limit epsilon moved delta v noise) as [sharp wide]; [assumption| |exact limit_of_seen| | |].
    + intros N; apply Rmult_le_pos; [exact nonneg|apply law, inside_seen].
    + intros N zero; pose proof (normals N) as flat; rewrite zero, sqrt_0 in flat.
      pose proof (event N (moved / 2) _ _ (certain_at_0 E _ _ flat) (certain_at_0 E _ _ flat)) as known; revert known.
      unfold at_least; destruct (Rle_dec (moved / 2 - moved) 0), (Rle_dec (moved / 2) 0); simpl; lra.
    + intros N t some; pose proof (sqrt_lt_R0 _ some) as root.
      replace ((moved - t) / sqrt (v N)) with (- ((t - moved) / sqrt (v N))) by (field; lra).
      replace (- t / sqrt (v N)) with (- (t / sqrt (v N))) by (field; lra).
      apply (event N t); apply (chance_of_level E _ _ (normals N)); exact root.
    + destruct (Req_EM_T noise 0) as [zero|other]; [apply sharp, zero|apply wide, other].
Qed.
End Statistic.

(* One path on top, times a number, which may be one of those that the noise below has *)
Section Shift.
Context {Omega : Type} (E : (Omega -> R) -> R -> Prop) (means : expectation E).
Variables (variance beta : R) (g : nat -> R -> Omega -> R) (l : weighted) (path slope : R) (n : nat) (centre : R -> R).
Hypotheses (law : paths E variance beta g) (nonneg : 0 <= variance) (positive : 0 < beta) (within : inside l).
Let X (bonus : R) (w : Omega) (x : R) : R := centre bonus + value g l w + slope * x + path * g n x w.
Let seen (N : nat) : weighted := (scaled path (mean_of_path beta (S N) n) ++ l)%list.

Lemma statistic N bonus w : sum (S (S N)) (fun i => share beta N i * X bonus w (INR i / INR (S N))) =
  centre bonus + slope * sum (S (S N)) (fun i => share beta N i * at_point (S N) i) + value g (seen N) w.
Proof.
  unfold seen; rewrite value_app, value_scaled; unfold mean_of_path; rewrite value_listed; simpl fst; simpl snd; set (u := share beta N).
  rewrite (sum_ext _ _ (fun i => (centre bonus + value g l w) * u i + (slope * (u i * at_point (S N) i) + path * (u i * g n (at_point (S N) i) w)))).
  - rewrite !sum_add, !sum_scale; unfold u at 1; rewrite shares by exact positive; unfold u, share; ring.
  - intros i _; unfold X, u, at_point; ring.
Qed.

Lemma inside_seen N : inside (seen N).
Proof. apply inside_app; [apply inside_scaled, inside_mean; lia|exact within]. Qed.

Lemma limit_of_seen : is_lim_seq (fun N => variance * covariance beta (seen N) (seen N))
  (variance * (path ^ 2 * (1 / (1 + beta / 2)) + 2 * path * (mass n l / (1 + beta / 2)) + covariance beta l l)).
Proof.
  apply is_lim_seq_mult'; [apply is_lim_seq_const|].
  apply (is_lim_seq_ext (fun N => path ^ 2 * covariance beta (mean_of_path beta (S N) n) (mean_of_path beta (S N) n)
    + 2 * path * covariance beta l (mean_of_path beta (S N) n) + covariance beta l l)).
  { intros N; unfold seen; rewrite covariance_sum, (covariance_symmetric beta (mean_of_path _ _ _) l); reflexivity. }
  apply is_lim_seq_plus'; [|apply is_lim_seq_const]; apply is_lim_seq_plus'; apply is_lim_seq_mult'; try apply is_lim_seq_const.
  - apply variance_limit, positive.
  - apply covariance_limit; assumption.
Qed.

Theorem hidden_shift epsilon delta : hides E epsilon delta X ->
  let moved := Rabs (centre 0 - centre 1) in
  let noise := variance * (path ^ 2 * (1 / (1 + beta / 2)) + 2 * path * (mass n l / (1 + beta / 2)) + covariance beta l l) in
  let mu := moved / sqrt noise in
  (if Req_EM_T moved 0 then 0 else if Req_EM_T noise 0 then 1
   else Phi (mu / 2 - epsilon / mu) - exp epsilon * Phi (- (mu / 2) - epsilon / mu)) <= delta.
Proof.
  intros hidden moved noise; exact (hidden_statistic E means variance beta g X centre
    (fun N => slope * sum (S (S N)) (fun i => share beta N i * at_point (S N) i)) seen noise law nonneg statistic inside_seen limit_of_seen epsilon delta hidden).
Qed.
End Shift.
