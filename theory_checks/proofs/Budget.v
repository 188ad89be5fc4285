(* What one user of an episode of H steps changes in all counters, and what the noisy counters tell of it. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Laplace.
Open Scope R_scope.

Record user := { state : nat -> nat; action : nat -> nat; next : nat -> nat; reward : nat -> R }.

Definition valid (S A H : nat) (u : user) : Prop := forall h, (h < H)%nat ->
  (state u h < S)%nat /\ (action u h < A)%nat /\ (next u h < S)%nat /\ 0 <= reward u h <= 1.

(* The items that counters receive at step h: those of (s, a), and of (s, a, t). *)
Definition visit (u : user) (h s a : nat) : R := unit (state u h) s * unit (action u h) a.
Definition earned (u : user) (h s a : nat) : R := visit u h s a * reward u h.
Definition move (u : user) (h s a t : nat) : R := visit u h s a * unit (next u h) t.

(* The sum over all counters, those of moves being fed in the first fed steps. *)
Definition all_counters (S A H fed : nat) (of_visits of_rewards : nat -> nat -> nat -> R)
  (of_moves : nat -> nat -> nat -> nat -> R) : R :=
  sum H (fun h => sum S (fun s => sum A (fun a => of_visits h s a)) + sum S (fun s => sum A (fun a => of_rewards h s a))
    + if Nat.ltb h fed then sum S (fun s => sum A (fun a => sum S (fun t => of_moves h s a t))) else 0).

Definition change (S A H fed : nat) (u v : user) : R :=
  all_counters S A H fed (fun h s a => Rabs (visit u h s a - visit v h s a))
    (fun h s a => Rabs (earned u h s a - earned v h s a)) (fun h s a t => Rabs (move u h s a t - move v h s a t)).

(* The log density ratio of what is released, if the episode is in K partial sums of each counter: releases less the data
   of the others are the outcomes. *)
Definition loss (S A H fed K : nat) (scale : R) (u v : user) (visits rewards : nat -> nat -> nat -> nat -> R)
  (moves : nat -> nat -> nat -> nat -> nat -> R) : R :=
  sum K (fun k => all_counters S A H fed (fun h s a => log_ratio scale (visit u h s a) (visit v h s a) (visits k h s a))
    (fun h s a => log_ratio scale (earned u h s a) (earned v h s a) (rewards k h s a))
    (fun h s a t => log_ratio scale (move u h s a t) (move v h s a t) (moves k h s a t))).

(* A user who is always in one state, and always gives the reward 1. *)
Definition stays (s : nat) : user := {| state := fun _ => s; action := fun _ => O; next := fun _ => O; reward := fun _ => 1 |}.

Lemma stays_valid S A H s : (s < S)%nat -> (1 <= A)%nat -> valid S A H (stays s).
Proof. intros inside some h _; simpl; repeat split; lia || lra. Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  intros below; assert (0 <= sum n (fun i => g i - f i)); [|rewrite sum_sub in *; lra].
  apply sum_nonneg; intros i small; specialize (below i small); lra.
Qed.

Lemma all_counters_le S A H fed f g e f' g' e' : (forall h s a, f h s a <= f' h s a) ->
  (forall h s a, g h s a <= g' h s a) -> (forall h s a t, e h s a t <= e' h s a t) ->
  all_counters S A H fed f g e <= all_counters S A H fed f' g' e'.
Proof.
  intros one two three; apply sum_le; intros h _; repeat apply Rplus_le_compat.
  - apply sum_le; intros; apply sum_le; intros; apply one.
  - apply sum_le; intros; apply sum_le; intros; apply two.
  - destruct (Nat.ltb h fed); [|lra]; apply sum_le; intros; apply sum_le; intros; apply sum_le; intros; apply three.
Qed.

Lemma all_counters_scale S A H fed c f g e : all_counters S A H fed (fun h s a => c * f h s a)
  (fun h s a => c * g h s a) (fun h s a t => c * e h s a t) = c * all_counters S A H fed f g e.
Proof.
  unfold all_counters; rewrite <- sum_scale; apply sum_ext; intros h _; rewrite !Rmult_plus_distr_l; f_equal; [f_equal|].
  - rewrite <- sum_scale; apply sum_ext; intros; apply sum_scale.
  - rewrite <- sum_scale; apply sum_ext; intros; apply sum_scale.
  - destruct (Nat.ltb h fed); [|ring]; rewrite <- sum_scale; apply sum_ext; intros.
    rewrite <- sum_scale; apply sum_ext; intros; apply sum_scale.
Qed.

Lemma unit_nonneg j i : 0 <= unit j i.
Proof. unfold unit; destruct (Nat.eqb i j); lra. Qed.

Lemma visit_nonneg u h s a : 0 <= visit u h s a.
Proof. apply Rmult_le_pos; apply unit_nonneg. Qed.

(* One counter of (s, a) is met, with whatever factor. *)
Lemma one_visit S A u h c : (state u h < S)%nat -> (action u h < A)%nat ->
  sum S (fun s => sum A (fun a => visit u h s a * c)) = c.
Proof.
  intros inside chosen; rewrite (sum_ext S _ (fun s => c * unit (state u h) s)).
  - rewrite (sum_unit S (state u h) (fun _ => c)) by exact inside; reflexivity.
  - intros s _; unfold visit; rewrite (sum_ext A _ (fun a => c * unit (state u h) s * unit (action u h) a)) by (intros; ring).
    rewrite (sum_unit A (action u h) (fun _ => c * unit (state u h) s)) by exact chosen; reflexivity.
Qed.

Lemma apart x y : 0 <= x -> 0 <= y -> Rabs (x - y) <= x + y.
Proof. intros; apply Rabs_le; lra. Qed.

Theorem change_most S A H fed u v : (fed <= H)%nat -> valid S A H u -> valid S A H v ->
  change S A H fed u v <= 4 * INR H + 2 * INR fed.
Proof.
  intros part one two; unfold change, all_counters.
  apply Rle_trans with (sum H (fun h => 4 + if Nat.ltb h fed then 2 else 0)).
  - apply sum_le; intros h small.
    destruct (one h small) as (here & act & there & pay); destruct (two h small) as (here' & act' & there' & pay').
    assert (visits : sum S (fun s => sum A (fun a => Rabs (visit u h s a - visit v h s a))) <= 2).
    { apply Rle_trans with (sum S (fun s => sum A (fun a => visit u h s a * 1)) + sum S (fun s => sum A (fun a => visit v h s a * 1))).
      - rewrite <- sum_add; apply sum_le; intros s _; rewrite <- sum_add; apply sum_le; intros a _.
        rewrite !Rmult_1_r; apply apart; apply visit_nonneg.
      - rewrite !one_visit by assumption; lra. }
    assert (rewards : sum S (fun s => sum A (fun a => Rabs (earned u h s a - earned v h s a))) <= 2).
    { apply Rle_trans with (sum S (fun s => sum A (fun a => visit u h s a * reward u h))
        + sum S (fun s => sum A (fun a => visit v h s a * reward v h))).
      - rewrite <- sum_add; apply sum_le; intros s _; rewrite <- sum_add; apply sum_le; intros a _.
        apply apart; apply Rmult_le_pos; try apply visit_nonneg; lra.
      - rewrite !one_visit by assumption; lra. }
    assert (moves : sum S (fun s => sum A (fun a => sum S (fun t => Rabs (move u h s a t - move v h s a t)))) <= 2).
    { apply Rle_trans with (sum S (fun s => sum A (fun a => visit u h s a * 1)) + sum S (fun s => sum A (fun a => visit v h s a * 1))).
      - rewrite <- sum_add; apply sum_le; intros s _; rewrite <- sum_add; apply sum_le; intros a _.
        rewrite <- (sum_unit S (next u h) (fun _ => visit u h s a * 1)), <- (sum_unit S (next v h) (fun _ => visit v h s a * 1))
          by assumption.
        rewrite <- sum_add; apply sum_le; intros t _; rewrite !Rmult_1_r.
        apply apart; apply Rmult_le_pos; apply visit_nonneg || apply unit_nonneg.
      - rewrite !one_visit by assumption; lra. }
    destruct (Nat.ltb h fed); lra.
  - right; clear one two; rewrite sum_add, sum_const.
    assert (fed_steps : sum H (fun h => if Nat.ltb h fed then 2 else 0) = 2 * INR fed); [|lra].
    induction part as [|H part IH].
    + rewrite (sum_ext fed _ (fun _ => 2)), sum_const; [ring|].
      intros i small; replace (Nat.ltb i fed) with true by (symmetry; apply Nat.ltb_lt; exact small); reflexivity.
    + simpl sum; rewrite IH; replace (Nat.ltb H fed) with false by (symmetry; apply Nat.ltb_ge; exact part); ring.
Qed.

Theorem loss_most S A H fed K scale u v visits rewards moves : 0 < scale ->
  loss S A H fed K scale u v visits rewards moves <= INR K * change S A H fed u v / scale.
Proof.
  intros positive; unfold loss; replace (INR K * change S A H fed u v / scale)
    with (sum K (fun _ => / scale * change S A H fed u v)) by (rewrite sum_const; unfold Rdiv; ring).
  apply sum_le; intros k _; unfold change; rewrite <- all_counters_scale.
  apply all_counters_le; intros; apply Rle_trans with (1 := log_ratio_most _ _ _ _ positive); unfold Rdiv; lra.
Qed.
