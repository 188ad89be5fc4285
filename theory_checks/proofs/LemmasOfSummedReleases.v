(* A lemma about releases of single records, drawn at random: what the sum of their first numbers gives away. *)
From Coq Require Import Reals Lra Lia Arith List FunctionalExtensionality.
From TheoryChecks Require Import Sums Vectors Normal NormalSeries NormalTail NormalMean NormalEvents Laws Accountants Gaussian GaussianFamilies LinearForms.
From TheoryChecks Require Import GaussianShift NormalConvolution LemmaWords LemmaFormulas LemmasOfSubsampling.
Import ListNotations.
Open Scope R_scope.

(* The mean of F at the sum of k numbers that are u with the chance share, and else -1 *)
Fixpoint over_draws (share u : R) (k : nat) (F : R -> R) : R := match k with
  | O => F 0
  | S j => (1 - share) * over_draws share u j (fun s => F (s + -1)) + share * over_draws share u j (fun s => F (s + u))
  end.

Lemma over_draws_ext share u k F H : (forall s, F s = H s) -> over_draws share u k F = over_draws share u k H.
Proof. intros same; f_equal; extensionality s; apply same. Qed.

Lemma over_draws_mean share u k : forall (A : R -> R -> R) B, (forall s, mean_of_one (fun z => A s z) (B s)) ->
  mean_of_one (fun z => over_draws share u k (fun s => A s z)) (over_draws share u k B).
Proof.
  induction k as [|k IH]; intros A B each; [apply each|]; cbn [over_draws].
  exact (of_sum _ normal_law _ _ (1 - share) share _ _ (IH (fun s z => A (s + -1) z) (fun s => B (s + -1)) (fun s => each (s + -1)))
    (IH (fun s z => A (s + u) z) (fun s => B (s + u)) (fun s => each (s + u)))).
Qed.

Lemma over_draws_le share k : 0 <= share <= 1 -> forall A B, (forall s, - INR k <= s <= INR k -> A s <= B s) ->
  over_draws share 1 k A <= over_draws share 1 k B.
Proof.
  intros inside; induction k as [|k IH]; intros A B below; [apply below; simpl; lra|]; cbn [over_draws]; rewrite S_INR in below.
  apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply IH; intros s within; apply below; lra.
Qed.

Lemma over_draws_line share k : forall a b, over_draws share 1 k (fun s => a + b * s) = a + b * (INR k * (2 * share - 1)).
Proof.
  induction k as [|k IH]; intros a b; [simpl; ring|]; cbn [over_draws]; rewrite S_INR.
  rewrite (over_draws_ext share 1 k (fun s => a + b * (s + -1)) (fun s => (a - b) + b * s)) by (intros; ring).
  rewrite (over_draws_ext share 1 k (fun s => a + b * (s + 1)) (fun s => (a + b) + b * s)) by (intros; ring); rewrite !IH; ring.
Qed.

Lemma over_draws_same share k : forall F, over_draws share (-1) k F = F (- INR k).
Proof.
  induction k as [|k IH]; intros F; [simpl; f_equal; ring|]; cbn [over_draws]; rewrite !IH, S_INR.
  replace (- (INR k + 1)) with (- INR k + -1) by ring; ring.
Qed.

Lemma over_draws_sure k : forall F, over_draws 1 1 k F = F (INR k).
Proof. induction k as [|k IH]; intros F; [reflexivity|]; cbn [over_draws]; rewrite !IH, S_INR; ring. Qed.

(* The first of some normal numbers *)
Lemma first_of_many H l : mean_of_one H l -> forall k, mean (S k) (fun z => H (z 0%nat)) l.
Proof.
  intros of; induction k as [|k IH]; [exists H; split; [intros; reflexivity|exact of]|].
  exists (fun _ => l); split; [intros x; exact IH|apply (of_constant _ normal_law)].
Qed.

Definition first_sum (seen : list vector) : R := fold_right (fun y rest => y 0%nat + rest) 0 seen.

Section Sequence.
Variables (n m special : nat) (sigma u : R) (G : nat -> vector).
Hypotheses (wide : 0 < sigma) (room : (0 < n)%nat) (own : (special < m)%nat)
  (sends : forall drawn, In drawn (batches m 1) -> same n (sent n 1 G drawn) (axis (if holds special drawn then u else -1))).

Lemma one_release F plus minus : mean_of_one (fun z => F (u + sigma * z)) plus -> mean_of_one (fun z => F (-1 + sigma * z)) minus ->
  release n m 1 sigma G (fun y => F (y 0%nat)) ((1 - 1 / INR m) * minus + 1 / INR m * plus).
Proof.
  intros up down; exists (fun drawn => if holds special drawn then plus else minus); split.
  - intros drawn held; apply (around_same n sigma (axis (if holds special drawn then u else -1))); [intros i small; symmetry; apply sends; assumption|].
    unfold around; destruct n as [|k]; [lia|]; set (c := if holds special drawn then u else -1).
    apply (mean_ext (S k) (fun z => F (c + sigma * z 0%nat))).
    + intros z; unfold noisy, axis; simpl; reflexivity.
    + apply (first_of_many (fun x => F (c + sigma * x))); unfold c; destruct (holds special drawn); assumption.
  - change ((1 - 1 / INR m) * minus + 1 / INR m * plus = total (fun drawn => if holds special drawn then plus else minus) (batches m 1) / ways m 1).
    rewrite (total_ext _ (fun drawn => (plus - minus) * (if holds special drawn then 1 else 0) + minus * 1)) by (intros x _; destruct (holds special x); ring).
    rewrite total_linear, (share_of_batches m 1 special) by (lia || exact own); rewrite total_one; fold (ways m 1).
    pose proof (ways_some m 1 ltac:(lia)); pose proof (lt_0_INR m ltac:(lia)); simpl (INR 1); field; lra.
Qed.

Lemma sum_of_releases T : forall k past, in_sequence (S k) (fun _ => release n m 1 sigma G) past (fun seen => indicator (at_least T (first_sum seen)))
  (over_draws (1 / INR m) u (S k) (fun s => Phi ((s + first_sum past - T) / (sigma * sqrt (INR (S k)))))).
Proof.
  induction k as [|k IH]; intros past.
  - exists (fun y => indicator (at_least T (y 0%nat + first_sum past))); split; [intros y; reflexivity|].
    cbn [over_draws]; simpl INR; rewrite sqrt_1, Rmult_1_r.
    assert (each : forall c, mean_of_one (fun z => indicator (at_least T (c + sigma * z + first_sum past))) (Phi ((0 + c + first_sum past - T) / sigma))).
    { intros c; pose proof (chance_up (c + first_sum past) sigma T wide) as known; unfold chance in known.
      replace (0 + c + first_sum past - T) with (c + first_sum past - T) by ring; revert known; apply mean_of_one_ext; intros z.
      replace (c + first_sum past + sigma * z) with (c + sigma * z + first_sum past) by ring; reflexivity. }
    apply (one_release (fun x => indicator (at_least T (x + first_sum past)))); apply each.
  - exists (fun y => over_draws (1 / INR m) u (S k) (fun s => Phi ((s + (y 0%nat + first_sum past) - T) / (sigma * sqrt (INR (S k))))));
      split; [intros y; exact (IH (y :: past))|].
    pose proof (lt_0_INR (S k) ltac:(lia)) as size; pose proof (sqrt_lt_R0 _ size) as root; pose proof (sqrt_sqrt (INR (S k)) ltac:(lra)) as square.
    assert (each : forall c, mean_of_one (fun z => over_draws (1 / INR m) u (S k) (fun s => Phi ((s + (c + sigma * z + first_sum past) - T) / (sigma * sqrt (INR (S k))))))
      (over_draws (1 / INR m) u (S k) (fun s => Phi ((s + c + first_sum past - T) / (sigma * sqrt (INR (S (S k)))))))).
    { intros c; apply (over_draws_mean (1 / INR m) u (S k) (fun s z => Phi ((s + (c + sigma * z + first_sum past) - T) / (sigma * sqrt (INR (S k)))))); intros s.
      pose proof (convolution ((s + c + first_sum past - T) / (sigma * sqrt (INR (S k)))) (/ sqrt (INR (S k)))) as known.
      assert (wider : sqrt (INR (S (S k))) = sqrt (INR (S k)) * sqrt (1 + / sqrt (INR (S k)) * / sqrt (INR (S k)))).
      { rewrite <- Rinv_mult, square, <- sqrt_mult by (try (assert (0 < / INR (S k)) by (apply Rinv_0_lt_compat; lra)); lra).
        f_equal; rewrite (S_INR (S k)); field; lra. }
      assert (0 < sqrt (1 + / sqrt (INR (S k)) * / sqrt (INR (S k)))).
      { apply sqrt_lt_R0; assert (0 < / sqrt (INR (S k))) by (apply Rinv_0_lt_compat; exact root); nra. }
      replace ((s + c + first_sum past - T) / (sigma * sqrt (INR (S k))) / sqrt (1 + / sqrt (INR (S k)) * / sqrt (INR (S k))))
        with ((s + c + first_sum past - T) / (sigma * sqrt (INR (S (S k))))) in known by (rewrite wider; field; lra).
      revert known; apply mean_of_one_ext; intros z; f_equal; field; lra. }
    exact (one_release (fun x => over_draws (1 / INR m) u (S k) (fun s => Phi ((s + (x + first_sum past) - T) / (sigma * sqrt (INR (S k)))))) _ _ (each u) (each (-1))).
Qed.
End Sequence.

(* The least that S can have with the record, by the tangent at x *)
Lemma by_tangent m k sigma x : (0 < m)%nat -> (0 < k)%nat -> 0 < sigma ->
  let mu := 2 * sqrt (INR k) / (INR m * sigma) in
  let reach := (INR m - 1) * mu in
  (INR m - 1) * x <= 0 -> (INR m - 1) * (Phi x + density x * reach) <= (INR m - 1) * Phi (x + reach) ->
  Phi x <= over_draws (1 / INR m) 1 k (fun s => Phi (x + (s - INR k * (2 * (1 / INR m) - 1)) / (sigma * sqrt (INR k)))).
Proof.
  intros some often wide mu reach left last; pose proof (lt_0_INR m some) as size; pose proof (lt_0_INR k often) as count.
  pose proof (sqrt_lt_R0 _ count) as root; pose proof (sqrt_sqrt (INR k) ltac:(lra)) as square.
  assert (scale : 0 < sigma * sqrt (INR k)) by (apply Rmult_lt_0_compat; assumption).
  destruct (Nat.eq_dec m 1) as [->|more].
  - simpl INR; replace (1 / 1) with 1 by field; rewrite over_draws_sure; right; f_equal; field; lra.
  - assert (two : 1 < INR m) by (apply (lt_INR 1); lia).
    assert (x <= 0) by nra; assert (0 < mu) by (unfold mu; apply Rdiv_lt_0_compat; [lra|apply Rmult_lt_0_compat; lra]).
    assert (0 <= reach) by (unfold reach; apply Rmult_le_pos; lra); assert (end_ : Phi x + density x * reach <= Phi (x + reach)) by nra.
    assert (end_is : reach = (INR k - INR k * (2 * (1 / INR m) - 1)) / (sigma * sqrt (INR k))).
    { unfold reach, mu; apply (Rmult_eq_reg_r (sigma * sqrt (INR k))); [|lra].
      replace ((INR k - INR k * (2 * (1 / INR m) - 1)) / (sigma * sqrt (INR k)) * (sigma * sqrt (INR k))) with (INR k - INR k * (2 * (1 / INR m) - 1)) by (field; lra).
      replace ((INR m - 1) * (2 * sqrt (INR k) / (INR m * sigma)) * (sigma * sqrt (INR k))) with (2 * (INR m - 1) / INR m * (sqrt (INR k) * sqrt (INR k))) by (field; lra).
      rewrite square; field; lra. }
    set (slope := density x / (sigma * sqrt (INR k))); set (middle := INR k * (2 * (1 / INR m) - 1)) in *.
    pose proof (over_draws_line (1 / INR m) k (Phi x - slope * middle) slope) as line; fold middle in line.
    replace (Phi x - slope * middle + slope * middle) with (Phi x) in line by ring; rewrite <- line.
    apply over_draws_le.
    + assert (0 < / INR m) by (apply Rinv_0_lt_compat; lra); assert (/ INR m <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra); lra.
    + intros s within; pose proof (above_tangent x reach (x + (s - middle) / (sigma * sqrt (INR k))) ltac:(assumption) ltac:(assumption) end_) as known.
      replace (Phi x - slope * middle + slope * s) with (Phi x + density x * (x + (s - middle) / (sigma * sqrt (INR k)) - x)) by (unfold slope; field; lra).
      apply known; rewrite end_is; apply Rplus_le_compat_l, Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, scale|lra].
Qed.

Lemma sent_of_axis n m special distance drawn : (0 < n)%nat -> 0 <= distance <= 2 -> In drawn (batches m 1) ->
  same n (sent n 1 (all_but special 1 distance) drawn) (axis (if holds special drawn then distance / 2 else - (distance / 2))).
Proof.
  intros room small held; destruct (batches_size _ _ _ held) as [size apart]; unfold sent; rewrite mean_of_all_but by (assumption || lia).
  apply unclipped; [exact room|]; destruct (holds special drawn); [|rewrite Rabs_Ropp]; rewrite Rabs_pos_eq; lra.
Qed.

(* summed-releases-delta: two data sets that differ in one record, and an event. *)
Theorem summed_releases_delta epsilon steps m sigma n special : summed_releases_delta_requires epsilon steps m sigma -> (0 < n)%nat -> (special < m)%nat ->
  exists (G other : nat -> vector) (S : list vector -> bool) p q, (forall record, record <> special -> G record = other record) /\
    in_sequence steps (fun _ => release n m 1 sigma G) nil (fun seen => indicator (S seen)) p /\
    in_sequence steps (fun _ => release n m 1 sigma other) nil (fun seen => indicator (S seen)) q /\
    summed_releases_delta_gives epsilon steps m sigma (p - exp epsilon * q).
Proof.
  unfold summed_releases_delta_requires, summed_releases_delta_gives; cbv zeta; set (mu := 2 * sqrt (INR steps) / (INR m * sigma)).
  set (x := mu / 2 - epsilon / mu); change (exp (- (x * x / 2)) / sqrt (2 * PI)) with (density x).
  intros (wide & _ & often & hidden & left & last) room own; apply Rgt_lt in wide.
  assert (some : (0 < steps)%nat) by (apply INR_lt; simpl; lra); pose proof (lt_0_INR m ltac:(lia)) as size; pose proof (lt_0_INR steps some) as count.
  pose proof (sqrt_lt_R0 _ count) as root; pose proof (sqrt_sqrt (INR steps) ltac:(lra)) as square.
  assert (shift : 0 < mu) by (unfold mu; apply Rdiv_lt_0_compat; [lra|apply Rmult_lt_0_compat; lra]).
  set (scale := sigma * sqrt (INR steps)); assert (0 < scale) by (apply Rmult_lt_0_compat; assumption).
  set (middle := INR steps * (2 * (1 / INR m) - 1)); set (T := middle - scale * x).
  set (S := fun seen => at_least T (first_sum seen)).
  assert (level : forall s, (s + first_sum nil - T) / (sigma * sqrt (INR steps)) = x + (s - middle) / scale)
    by (intros s; unfold first_sum, T; fold scale; simpl; field; lra).
  assert (with_record : in_sequence steps (fun _ => release n m 1 sigma (all_but special 1 2)) nil (fun seen => indicator (S seen))
    (over_draws (1 / INR m) 1 steps (fun s => Phi (x + (s - middle) / scale)))).
  { destruct steps as [|k]; [lia|]; pose proof (sum_of_releases n m special sigma 1 (all_but special 1 2) wide room own) as known.
    specialize (known (fun drawn held => ltac:(pose proof (sent_of_axis n m special 2 drawn room ltac:(lra) held) as it;
      replace (2 / 2) with 1 in it by field; exact it)) T k nil).
    rewrite (over_draws_ext _ _ _ _ (fun s => Phi (x + (s - middle) / scale))) in known by (intros s; f_equal; apply level); exact known. }
  assert (without : in_sequence steps (fun _ => release n m 1 sigma (fun _ => axis (-1))) nil (fun seen => indicator (S seen)) (Phi (x - mu))).
  { destruct steps as [|k]; [lia|]; pose proof (sum_of_releases n m special sigma (-1) (fun _ => axis (-1)) wide room own) as known.
    assert (sends : forall drawn, In drawn (batches m 1) -> same n (sent n 1 (fun _ => axis (-1)) drawn) (axis (if holds special drawn then -1 else -1))).
    { intros drawn held; pose proof (sent_of_axis n m m 2 drawn room ltac:(lra) held) as it; replace (- (2 / 2)) with (-1) in it by field.
      assert (out : holds m drawn = false) by (unfold holds; destruct (in_dec Nat.eq_dec m drawn) as [yes|_]; [apply (batches_below _ _ _ _ held) in yes; lia|reflexivity]).
      rewrite out in it; replace (sent n 1 (fun _ => axis (-1)) drawn) with (sent n 1 (all_but m 1 2) drawn); [destruct (holds special drawn); exact it|].
      unfold sent; f_equal; extensionality i; unfold mean_of; f_equal; pose proof (fun record => batches_below _ _ _ record held) as below; clear - below.
      induction drawn as [|y l IH]; [reflexivity|]; cbn [fold_right]; rewrite IH by (intros; apply below; right; assumption); f_equal.
      pose proof (below y (or_introl eq_refl)); unfold all_but; replace (Nat.eqb y m) with false by (symmetry; apply Nat.eqb_neq; lia); f_equal; field. }
    specialize (known sends T k nil); rewrite over_draws_same, level in known.
    replace (x - mu) with (x + (- INR (Datatypes.S k) - middle) / scale); [exact known|].
    assert (equal : (- INR (Datatypes.S k) - middle) / scale = - mu); [|lra]; apply (Rmult_eq_reg_r scale); [|lra].
    replace ((- INR (Datatypes.S k) - middle) / scale * scale) with (- INR (Datatypes.S k) - middle) by (field; lra); unfold mu, middle, scale.
    replace (- (2 * sqrt (INR (Datatypes.S k)) / (INR m * sigma)) * (sigma * sqrt (INR (Datatypes.S k))))
      with (- (2 / INR m * (sqrt (INR (Datatypes.S k)) * sqrt (INR (Datatypes.S k))))) by (field; lra); rewrite square; field; lra. }
  exists (all_but special 1 2), (fun _ => axis (-1)), S, (over_draws (1 / INR m) 1 steps (fun s => Phi (x + (s - middle) / scale))), (Phi (x - mu)).
  split; [|split; [exact with_record|split; [exact without|]]].
  - intros record else_; unfold all_but; replace (Nat.eqb record special) with false by (symmetry; apply Nat.eqb_neq; exact else_); f_equal; field.
  - pose proof (by_tangent m steps sigma x ltac:(lia) some wide left last) as much; fold middle in much; fold scale in much.
    set (y := mu - x); assert (0 <= y).
    { unfold y, x; assert (0 <= epsilon / mu) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, shift]); lra. }
    pose proof (tail_most y ltac:(assumption)) as little; rewrite <- Phi_opposite in little; replace (- y) with (x - mu) in little by (unfold y; ring).
    assert (same_height : exp epsilon * density y = density x).
    { unfold density, bell, Rdiv; rewrite <- Rmult_assoc, <- exp_plus; do 2 f_equal; unfold y, x; field; lra. }
    apply (Rmult_le_compat_l (exp epsilon)) in little; [|left; apply exp_pos]; rewrite <- Rmult_assoc, same_height in little.
    replace (4 * density x / (3 * y + sqrt (y ^ 2 + 8))) with (density x * (4 / (3 * y + sqrt (y ^ 2 + 8)))) by (unfold Rdiv; ring); lra.
Qed.
