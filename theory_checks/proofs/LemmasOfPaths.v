(* Lemmas about Gaussian paths: norms on grids, and what is released with them. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From TheoryChecks Require Import Sums Vectors GridNorm GaussianFamilies PathSums HiddenShifts TrainedBias LemmaWords LemmaFormulas.
Open Scope R_scope.

(* even-grid-norm *)
Lemma sum_of_ends n (f : nat -> R) : (0 < n)%nat ->
  sum n (fun i => (f i + f (S i)) / 2) = sum (S n) f - (f 0%nat + f n) / 2.
Proof.
  intros some; induction n as [|[|n] IH]; [lia|simpl; field|].
  change (sum (S n) (fun i => (f i + f (S i)) / 2) + (f (S n) + f (S (S n))) / 2 = sum (S (S n)) f + f (S (S n)) - (f 0%nat + f (S (S n))) / 2).
  rewrite IH by lia; field.
Qed.

Theorem even_grid_norm beta level squares ends differences (g : vector) :
  even_grid_norm_requires beta level squares ends differences ->
  let N := Nat.pow 2 level in
  squares = sum (S N) (fun i => g i ^ 2) -> ends = g 0%nat ^ 2 + g N ^ 2 -> differences = sum N (fun i => (g (S i) - g i) ^ 2) ->
  (exists norm, grid_norm beta N g norm) /\
  forall norm, grid_norm beta N g norm -> norm = even_grid_norm_value beta level squares ends differences.
Proof.
  intros (positive & _) N -> -> ->; apply Rgt_lt in positive; unfold even_grid_norm_value; cbv zeta.
  assert (some : (0 < N)%nat) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia).
  split; [apply grid_norm_exists; assumption|]; intros norm known; apply grid_norm_value in known; [|assumption..].
  pose proof (decay_between beta N positive some) as inside.
  replace (- beta / 2 ^ level) with (- (beta / INR N))
    by (unfold N; rewrite pow_INR; simpl INR; replace (1 + 1) with 2 by ring; field; apply pow_nonzero; lra).
  set (q := exp (- (beta / INR N))) in *; rewrite known; unfold edge_means, steps.
  rewrite (sum_of_ends N (fun i => g i ^ 2) some).
  set (total := sum (S N) (fun i => g i ^ 2)); set (rough := sum N (fun i => (g (S i) - g i) ^ 2)); cbv beta; field; nra.
Qed.

(* trained-bias-release: no delta that is less hides the reward on every grid, and r0 is the largest size of a reward. *)
Lemma largest_reward L gamma move difference : 0 <= L -> 0 <= gamma < 1 -> 0 <= difference <= 1 ->
  move = 0 \/ move = 1 / 2 \/ gamma = 0 /\ 0 <= move <= 1 ->
  let most := Rmax (difference + gamma * L * move) (1 - difference + L - gamma * L * (1 - move)) in
  (forall bonus s, bonus = 0 \/ bonus = 1 -> 0 <= s <= 1 -> Rabs (reward L gamma move difference bonus s) <= most) /\
  exists bonus s, (bonus = 0 \/ bonus = 1) /\ 0 <= s <= 1 /\ Rabs (reward L gamma move difference bonus s) = most.
Proof.
  intros rise discounted share moves most; set (low := difference + gamma * L * move) in most.
  set (high := 1 - difference + L - gamma * L * (1 - move)) in most; set (G := gamma * L) in *.
  assert (0 <= G) by (unfold G; nra); assert (G <= L) by (unfold G; nra).
  assert (on : 0 <= move <= 1) by (destruct moves as [->|[->|[_ h]]]; lra).
  assert (part : 0 <= G * move <= G) by nra.
  assert (turned : move = 0 \/ G * (1 - move) = G * move)
    by (destruct moves as [h|[h|[h _]]]; [left; exact h|right; rewrite h; field|right; unfold G; rewrite h; ring]).
  split.
  - intros bonus s which within.
    assert (reward L gamma move difference bonus s = (L - G) * s - G * (next move s - s) - difference + bonus) by (unfold reward, G; ring).
    assert (0 <= (L - G) * s <= L - G) by nra.
    assert (- (G * move) <= - (G * (next move s - s)) <= G * (1 - move) /\ (move = 0 -> next move s = s)).
    { unfold next; destruct (Rlt_dec 1 (s + move)); split; try (split; nra); intros; lra. }
    assert (- low <= reward L gamma move difference bonus s) by (unfold low; destruct which; lra).
    assert (reward L gamma move difference bonus s <= high).
    { destruct turned as [zero|equal]; unfold high; [|destruct which; lra].
      destruct H3 as [_ stays]; rewrite H1, (stays zero), zero; replace (G * (s - s)) with 0 by ring; destruct which; lra. }
    pose proof (Rmax_l low high); pose proof (Rmax_r low high); apply Rabs_le; unfold most; split; lra.
  - destruct (Rle_dec low high).
    + exists 1, 1; split; [right; reflexivity|split; [lra|]]; unfold most; rewrite Rmax_right by assumption.
      assert (is : reward L gamma move difference 1 1 = high).
      { unfold reward, next, high, G; destruct (Rlt_dec 1 (1 + move)); [|assert (move = 0) as -> by lra; ring].
        destruct turned as [zero|equal]; [lra|]; unfold G in equal; lra. }
      rewrite is; apply Rabs_pos_eq; unfold low in *; lra.
    + exists 0, 0; split; [left; reflexivity|split; [lra|]]; unfold most; rewrite Rmax_left by lra.
      assert (is : reward L gamma move difference 0 0 = - low) by (unfold reward, next, low, G; destruct (Rlt_dec 1 (0 + move)); [lra|ring]).
      rewrite is, Rabs_Ropp; apply Rabs_pos_eq; unfold low; lra.
Qed.

Theorem trained_bias_release {Omega} E epsilon path gradient L J B T variance beta direction alpha gamma inner c move difference r0 kept
    start (g : nat -> R -> Omega -> R) delta :
  trained_bias_release_requires epsilon path gradient L (INR J) B T variance beta direction alpha gamma inner c move difference r0 kept ->
  expectation E -> paths E variance beta g -> 0 <= start <= 1 ->
  let rewards := reward L gamma move difference in
  (forall bonus s, bonus = 0 \/ bonus = 1 -> 0 <= s <= 1 -> Rabs (rewards bonus s) <= r0) /\
  (exists bonus s, (bonus = 0 \/ bonus = 1) /\ 0 <= s <= 1 /\ Rabs (rewards bonus s) = r0) /\
  (hides E epsilon delta (fun bonus => released g path gradient L B direction alpha gamma inner c move start difference kept bonus J) ->
    trained_bias_release_gives epsilon path gradient L (INR J) B T variance beta direction alpha gamma inner c move difference r0 kept delta).
Proof.
  intros (_ & positive & _ & low & high & discount & _ & acts & adds & keeps & _ & nonneg & steps & read & rise & share & size & _ & _ & whole)
    means law on rewards.
  apply Rgt_lt in positive; apply Rge_le in nonneg; assert (some : (0 < B)%nat) by (apply INR_le; simpl; lra).
  destruct (spread_of_batch beta B c move start 0 some positive on steps read) as [forward _].
  assert (moves : move = 0 \/ move = 1 / 2 \/ gamma = 0 /\ 0 <= move <= 1).
  { destruct (Rmult_integral _ _ steps) as [zero|other]; [left; exact zero|right].
    destruct (Req_EM_T move (1 / 2)) as [half|more]; [left; exact half|right; split; [|exact forward]].
    destruct (Rmult_integral _ _ read) as [c0|one].
    - destruct (Rmult_integral _ _ c0) as [->|zero]; [|rewrite zero in other; lra].
      destruct (Rmult_integral _ _ discount) as [h|h]; lra.
    - rewrite Rmax_right in other by lra; destruct more; lra. }
  assert (range : 0 <= difference <= 1) by (split; nra).
  destruct (largest_reward L gamma move difference ltac:(lra) ltac:(lra) range moves) as [most attained].
  unfold rewards; rewrite size; split; [exact most|split; [exact attained|]]; intros hidden.
  set (n := added_path kept J); set (l := trained gradient B direction alpha gamma inner c move start J).
  set (centre := fun bonus => drift gradient direction alpha gamma difference bonus J).
  assert (same : (fun bonus => released g path gradient L B direction alpha gamma inner c move start difference kept bonus J)
    = (fun bonus w x => centre bonus + value g l w + L * x + path * g n x w)).
  { extensionality bonus; extensionality w; extensionality x; unfold released, valued; rewrite theta_value by exact some; reflexivity. }
  rewrite same in hidden.
  pose proof (hidden_shift E means variance beta g l path L n centre law nonneg positive
    (inside_trained gradient B direction alpha gamma inner c move start on forward J) epsilon delta hidden) as known; cbv zeta in known.
  unfold trained_bias_release_gives; cbv zeta; apply Rle_ge; rewrite !place_INR.
  unfold centre in known; rewrite drift_apart in known.
  set (step := alpha * direction * gradient ^ 2) in *; set (rest := 1 + step * (1 - gamma)) in *.
  set (near := sum (place (move * INR B * (INR B - 1))) _); set (spread := (1 - c) ^ 2 * _ + _).
  set (moved := Rabs (step * sum J (fun i => rest ^ i))) in *.
  destruct (Req_EM_T moved 0) as [still|gone]; [exact known|].
  assert (J <> 0%nat) by (intros ->; apply gone; unfold moved; simpl; rewrite Rmult_0_r; apply Rabs_R0).
  assert (noise : path ^ 2 * (1 / (1 + beta / 2)) + 2 * path * (mass n l / (1 + beta / 2)) + covariance beta l l
    = inner * step ^ 2 * spread * sum J (fun i => rest ^ (2 * i)) + path * (1 + 2 * kept * step * inner * (1 - c)) / (1 + beta / 2)).
  { unfold l; rewrite (covariance_of_trained gradient B direction alpha gamma inner c move start some beta spread J acts)
      by (intros j _; apply (spread_of_batch beta B c move start j some positive on steps read)).
    fold step; fold rest; replace (path ^ 2) with path by lra; unfold n, added_path; destruct (Req_EM_T kept 1) as [->|new].
    - rewrite mass_of_trained by (exact some || lia); replace (Nat.eqb J (S (J - 1))) with true by (symmetry; apply Nat.eqb_eq; lia).
      fold step; field; lra.
    - assert (kept = 0) as -> by (destruct (Rmult_integral _ _ keeps); lra).
      rewrite mass_of_trained by (exact some || lia); replace (Nat.eqb J (S J)) with false by (symmetry; apply Nat.eqb_neq; lia).
      field; lra. }
  rewrite noise in known; exact known.
Qed.
