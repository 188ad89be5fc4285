(* Lemmas about how well data can be told apart by what is released. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Vectors Mdp Optimal Laplace Budget Normal NormalSeries NormalTail NormalMean NormalEvents.
From TheoryChecks Require Import LemmaWords LemmaFormulas GaussianFamilies LemmasOfMaxima.
Open Scope R_scope.

(* laplace-loss: the density of n independent Laplace numbers around v. *)
Definition laplace (n : nat) (scale : R) (v y : nat -> R) : R :=
  product n (fun i => exp (- (Rabs (y i - v i) / scale)) / (2 * scale)).

Lemma ln_laplace n scale v y : 0 < scale ->
  0 < laplace n scale v y /\
  ln (laplace n scale v y) = sum n (fun i => - (Rabs (y i - v i) / scale) - ln (2 * scale)).
Proof.
  intros positive; induction n as [|n [some IH]]; unfold laplace in *; cbn [product sum]; [split; [lra|apply ln_1]|].
  assert (0 < exp (- (Rabs (y n - v n) / scale)) / (2 * scale)) by (apply Rdiv_lt_0_compat; [apply exp_pos|lra]).
  split; [apply Rmult_lt_0_compat; assumption|]; rewrite ln_mult, IH by assumption; f_equal.
  rewrite ln_div, ln_exp by (try apply exp_pos; lra); reflexivity.
Qed.

Theorem laplace_loss n change scale v w : laplace_loss_requires change scale -> norm1 n (fun i => v i - w i) = change ->
  let loss y := ln (laplace n scale v y / laplace n scale w y) in
  (forall y, loss y <= laplace_loss_value change scale) /\ exists y, loss y = laplace_loss_value change scale.
Proof.
  intros (positive & _) <- loss; unfold laplace_loss_value; assert (0 < scale) by lra.
  assert (same : forall y, loss y = sum n (fun i => (Rabs (y i - w i) - Rabs (y i - v i)) / scale)).
  { intros y; unfold loss; destruct (ln_laplace n scale v y ltac:(assumption)) as [one equal].
    destruct (ln_laplace n scale w y ltac:(assumption)) as [two other].
    rewrite ln_div, equal, other, <- sum_sub by assumption; apply sum_ext; intros; field; lra. }
  assert (norm : norm1 n (fun i => v i - w i) / scale = sum n (fun i => Rabs (v i - w i) / scale)).
  { unfold norm1, Rdiv; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring. }
  split; [|exists v].
  - intros y; rewrite same, norm; apply Optimal.sum_le; intros i _; apply Rmult_le_compat_r.
    + left; apply Rinv_0_lt_compat; assumption.
    + pose proof (Rabs_triang (y i - v i) (v i - w i)) as bound.
      replace (y i - v i + (v i - w i)) with (y i - w i) in bound by ring; lra.
  - rewrite same, norm; apply sum_ext; intros i _; replace (v i - v i) with 0 by ring; rewrite Rabs_R0; field; lra.
Qed.

(* episodic-counters-loss: two users who are never in the same state, with rewards 1, attain it. *)
Lemma apart_visit s a c : Rabs (visit (stays 0) 0 s a * c - visit (stays 1) 0 s a * c) =
  visit (stays 0) 0 s a * Rabs c + visit (stays 1) 0 s a * Rabs c.
Proof.
  unfold visit, unit; simpl; destruct s as [|[|s]]; simpl; destruct (Nat.eqb a 0);
    rewrite ?Rmult_0_l, ?Rmult_0_r, ?Rmult_1_l, ?Rmult_0_l, ?Rminus_0_r, ?Rminus_0_l, ?Rabs_Ropp, ?Rabs_R0; ring.
Qed.

Lemma both_states S A c : (2 <= S)%nat -> (1 <= A)%nat ->
  sum S (fun s => sum A (fun a => Rabs (visit (stays 0) 0 s a * c - visit (stays 1) 0 s a * c))) = 2 * Rabs c.
Proof.
  intros two some.
  transitivity (sum S (fun s => sum A (fun a => visit (stays 0) 0 s a * Rabs c))
    + sum S (fun s => sum A (fun a => visit (stays 1) 0 s a * Rabs c))).
  - rewrite <- sum_add; apply sum_ext; intros s _; rewrite <- sum_add; apply sum_ext; intros a _; apply apart_visit.
  - rewrite !one_visit by (simpl; lia); ring.
Qed.

Lemma fed_steps H fed : (fed <= H)%nat -> sum H (fun h => if Nat.ltb h fed then 2 else 0) = 2 * INR fed.
Proof.
  induction H as [|H IH]; intros most; [replace fed with 0%nat by lia; simpl; ring|]; simpl.
  destruct (Nat.eq_dec fed (S H)) as [->|other].
  - rewrite (sum_ext H _ (fun _ => 2)), sum_const.
    + replace (H <? S H)%nat with true by (symmetry; apply Nat.ltb_lt; lia); rewrite S_INR; ring.
    + intros h small; replace (h <? S H)%nat with true by (symmetry; apply Nat.ltb_lt; lia); reflexivity.
  - rewrite IH by lia; replace (H <? fed)%nat with false by (symmetry; apply Nat.ltb_ge; lia); ring.
Qed.

Lemma change_attained S A H fed : (2 <= S)%nat -> (1 <= A)%nat -> (fed <= H)%nat ->
  change S A H fed (stays 0) (stays 1) = 4 * INR H + 2 * INR fed.
Proof.
  intros two some most; unfold change, all_counters.
  assert (visits : forall h, sum S (fun s => sum A (fun a => Rabs (visit (stays 0) h s a - visit (stays 1) h s a))) = 2).
  { intros h; rewrite <- (Rmult_1_r 2), <- Rabs_R1 at 1; rewrite <- (both_states S A 1 two some).
    apply sum_ext; intros; apply sum_ext; intros; rewrite !Rmult_1_r; reflexivity. }
  rewrite (sum_ext H _ (fun h => 4 + (if Nat.ltb h fed then 2 else 0))).
  - rewrite sum_add, sum_const, fed_steps by exact most; ring.
  - intros h _; rewrite visits.
    assert (rewards : sum S (fun s => sum A (fun a => Rabs (earned (stays 0) h s a - earned (stays 1) h s a))) = 2).
    { rewrite <- (visits h); apply sum_ext; intros; apply sum_ext; intros; unfold earned; simpl; rewrite !Rmult_1_r; reflexivity. }
    rewrite rewards; destruct (Nat.ltb h fed); [|ring].
    assert (moves : sum S (fun s => sum A (fun a => sum S (fun t =>
      Rabs (move (stays 0) h s a t - move (stays 1) h s a t)))) = 2).
    { rewrite <- (visits h); apply sum_ext; intros s _; apply sum_ext; intros a _.
      rewrite <- (sum_unit S 0 (fun _ => Rabs (visit (stays 0) h s a - visit (stays 1) h s a))) by lia.
      apply sum_ext; intros t _; unfold move; simpl.
      rewrite <- (Rabs_pos_eq (unit 0 t)) at 3 by apply unit_nonneg; rewrite <- Rabs_mult; f_equal; ring. }
    rewrite moves; ring.
Qed.

Theorem episodic_counters_loss horizon states moves sums scale actions :
  episodic_counters_loss_requires horizon states moves sums scale -> (1 <= actions)%nat ->
  let value := episodic_counters_loss_value horizon states moves sums scale in
  (forall u v, valid states actions horizon u -> valid states actions horizon v -> forall visits rewards transitions,
    loss states actions horizon moves sums scale u v visits rewards transitions <= value) /\
  exists u v visits rewards transitions, valid states actions horizon u /\ valid states actions horizon v /\
    loss states actions horizon moves sums scale u v visits rewards transitions = value.
Proof.
  intros (positive & _ & two & _ & most & _) some value; unfold value, episodic_counters_loss_value.
  assert (first : (2 <= states)%nat) by (apply INR_le; simpl; lra); assert (last : (moves <= horizon)%nat) by (apply INR_le, most).
  assert (0 < scale) by lra; split.
  - intros u v one other visits rewards transitions.
    eapply Rle_trans; [apply loss_most; assumption|]; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption|].
    apply Rmult_le_compat_l; [apply pos_INR|]; apply (change_most states actions); assumption.
  - exists (stays 0), (stays 1), (fun _ => visit (stays 0)), (fun _ => earned (stays 0)), (fun _ => move (stays 0)).
    split; [apply stays_valid; lia|split; [apply stays_valid; lia|]].
    rewrite <- (change_attained states actions horizon moves first some last); unfold loss; rewrite sum_const.
    unfold change, Rdiv; rewrite Rmult_assoc; f_equal; rewrite Rmult_comm, <- all_counters_scale.
    unfold all_counters; apply sum_ext; intros h _; f_equal; [f_equal|destruct (Nat.ltb h moves); [|reflexivity]];
      repeat (apply sum_ext; intros); rewrite log_ratio_at_centre by assumption; field; lra.
Qed.

(* unfed-counter: noise has a density, so that an interval has its integral as probability. *)
Theorem unfed_counter {Omega} (E : (Omega -> R) -> R -> Prop) items (item : nat -> R) (noise : Omega -> R) (density : R -> R) :
  unfed_counter_requires items -> expectation E ->
  (forall a b, a <= b -> exists p, probability E (fun w => andb (at_least a (noise w)) (at_most b (noise w))) p /\ is_RInt density a b p) ->
  let release w := match items with O => 0 | _ => sum items item + noise w end in
  probability E (fun w => andb (at_least 0 (release w)) (at_most 0 (release w))) (unfed_counter_value items).
Proof.
  intros _ means law release; unfold unfed_counter_value, probability, release; destruct items as [|n].
  - simpl INR; rewrite Rmin_left by lra; apply (mean_is E (fun _ => 1) _ 1); [|ring|apply mean_constant, means].
    intros w; unfold at_least, at_most; destruct (Rle_dec 0 0); [reflexivity|lra].
  - rewrite Rmin_right by (rewrite S_INR; pose proof (pos_INR n); lra).
    set (c := sum (S n) item); destruct (law (- c) (- c) (Rle_refl _)) as (p & chance & integral).
    pose proof (is_RInt_unique _ _ _ _ integral) as value; rewrite RInt_point in value; unfold zero in value; simpl in value.
    unfold probability in chance; revert chance; apply mean_is; [|lra].
    intros w; f_equal; unfold at_least, at_most.
    destruct (Rle_dec (- c) (noise w)), (Rle_dec (noise w) (- c)), (Rle_dec 0 (c + noise w)), (Rle_dec (c + noise w) 0); trivial; lra.
Qed.

(* noiseless-difference: values at two points with this noise, and the largest difference over all events of the plane. *)
Definition two_values (k11 k12 k22 : R) (i j : nat) : R :=
  match i, j with 0%nat, 0%nat => k11 | 1%nat, 1%nat => k22 | _, _ => k12 end.

Theorem noiseless_difference {Omega} (E : (Omega -> R) -> R -> Prop) epsilon k11 k22 k12 xi1 xi2 a1 a2 (g : nat -> Omega -> R) :
  noiseless_difference_requires epsilon k11 k22 k12 xi1 xi2 -> expectation E -> gaussian E 2 g (two_values k11 k12 k22) ->
  is_lub (fun y => exists (S : R -> R -> bool) p q,
      probability E (fun w => S (a1 + xi1 + g 0%nat w) (a2 + xi2 + g 1%nat w)) p /\
      probability E (fun w => S (a1 + g 0%nat w) (a2 + g 1%nat w)) q /\ y = p - exp epsilon * q)
    (noiseless_difference_value epsilon k11 k22 k12 xi1 xi2).
Proof.
  intros (none & other & _) means law; unfold noiseless_difference_value; pose proof (exp_pos epsilon); split.
  - intros y (S & p & q & one & two & ->); unfold probability in *.
    assert (p <= 1) by (apply (mean_below E means _ _ _ _) with (2 := one) (3 := mean_constant E means 1);
      intros w; unfold indicator; destruct (S _ _); lra).
    assert (0 <= q) by (apply (mean_below E means _ _ _ _) with (2 := mean_constant E means 0) (3 := two);
      intros w; unfold indicator; destruct (S _ _); lra).
    assert (0 <= exp epsilon * q) by (apply Rmult_le_pos; lra); lra.
  - intros b above; apply above.
    set (same := fun t => if Req_EM_T t 0 then true else false).
    assert (flat : normal E (fun w => g 0%nat w - g 1%nat w) 0).
    { apply (difference_of E 2 g _ law 0 1); [lia|lia|lra|unfold two_values; lra]. }
    assert (certain : forall c, probability E (fun w => same (g 0%nat w - g 1%nat w + c)) (indicator (same c))).
    { intros c; unfold probability; pose proof (mean_of_one_scale (indicator (same c)) _ _ mean_one) as of; rewrite Rmult_1_r in of.
      apply (flat (fun t => indicator (same (t + c))) _ (indicator (same c))).
      - revert of; apply mean_of_one_ext; intros z; rewrite Rmult_0_l, Rplus_0_l; ring.
      - revert of; apply mean_of_one_ext; intros z; rewrite Rmult_0_l, Rplus_0_l; unfold indicator.
        destruct (same c); rewrite ?Rabs_R1, ?Rabs_R0; ring. }
    exists (fun x y => same (x - y - (a1 + xi1 - (a2 + xi2)))), 1, 0; split; [|split; [|reflexivity]].
    + pose proof (certain 0) as sure; unfold probability in *; revert sure; apply mean_is.
      * intros w; do 2 f_equal; ring.
      * unfold same; destruct (Req_EM_T 0 0); [reflexivity|lra].
    + pose proof (certain (xi2 - xi1)) as never; unfold probability in *; revert never; apply mean_is.
      * intros w; do 2 f_equal; ring.
      * unfold same; destruct (Req_EM_T (xi2 - xi1) 0); [lra|reflexivity].
Qed.
