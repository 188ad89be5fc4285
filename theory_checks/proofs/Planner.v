(* Optimistic planning in episodes of H steps, from counts of S states and A actions. Values are indexed by how many steps are
   left: the planner begins with none, where they are 0. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Maximum Estimates.
Open Scope R_scope.

(* What counters say of state s and action a where j steps are left after this one: visits, rewards, and moves to t *)
Record counts := { visits : nat -> nat -> nat -> R; rewards : nat -> nat -> nat -> R; moves : nat -> nat -> nat -> nat -> R }.

(* Footnote 7, with the level E and the number X under its root *)
Definition sampling (X E n : R) : R := sqrt (X / Rmax (n - E) 1).
Definition noise (S H : nat) (E n : R) : R := (1 + INR S * INR H) * (3 * E / n + 2 * E ^ 2 / n ^ 2).

Section Values.
Variables (S A H : nat).

(* The optimal values, from mean rewards and transitions *)
Section Optimum.
Variables (mean : nat -> nat -> nat -> R) (move : nat -> nat -> nat -> nat -> R).
Fixpoint optimum (left : nat) (s : nat) : R :=
  match left with
  | O => 0
  | Datatypes.S j => best A (fun a => mean j s a + sum S (fun t => optimum j t * move j s a t))
  end.
Definition action_optimum (j s a : nat) : R := mean j s a + sum S (fun t => optimum j t * move j s a t).
End Optimum.

Section Repaired.
Variables (X E : R) (told : counts).
(* The value H - h + 1 where counts are small, and else the estimate with its bonus, cut at that value; values are cut at 0, too. *)
Fixpoint repaired_value (left : nat) (s : nat) : R :=
  match left with
  | O => 0
  | Datatypes.S j => Rmax 0 (best A (fun a =>
      let n := visits told j s a in
      let cap := INR (Datatypes.S j) in
      if Rle_dec (2 * E) n then Rmin cap (estimate S n (rewards told j s a) (moves told j s a) (repaired_value j)
        + ((INR H + 1) * sampling X E n + noise S H E n)) else cap))
  end.
Definition repaired_action (j s a : nat) : R :=
  let n := visits told j s a in
  let cap := INR (Datatypes.S j) in
  if Rle_dec (2 * E) n then Rmin cap (estimate S n (rewards told j s a) (moves told j s a) (repaired_value j)
    + ((INR H + 1) * sampling X E n + noise S H E n)) else cap.
End Repaired.

Section Printed.
Variables (X E undefined : R) (told : counts).
(* Algorithm 3; 0/0 is read as a number, and what is not 0, divided by 0, as infinity. *)
Definition bonus (n : R) : R := if Rle_dec (2 * E) n then (INR H + 1) * sampling X E n + noise S H E n else INR H.
Definition quotient_cut (x n : R) : R :=
  if Req_EM_T n 0 then if Req_EM_T x 0 then Rmin (INR H) (undefined + bonus n) else INR H else Rmin (INR H) (x / n + bonus n).
Fixpoint printed_value (left : nat) (s : nat) : R :=
  match left with
  | O => 0
  | Datatypes.S j => best A (fun a =>
      quotient_cut (rewards told j s a + sum S (fun t => printed_value j t * moves told j s a t)) (visits told j s a))
  end.
Definition printed_action (j s a : nat) : R :=
  quotient_cut (rewards told j s a + sum S (fun t => printed_value j t * moves told j s a t)) (visits told j s a).
End Printed.
End Values.

(* The true counts that a number of visits allows: rewards in [0, 1], and moves that add up to at most the visits *)
Definition possible (S A H : nat) (number : nat -> nat -> nat -> nat) (true_ : counts) : Prop :=
  forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat -> visits true_ j s a = INR (number j s a) /\
    0 <= rewards true_ j s a <= visits true_ j s a /\ (forall t, (t < S)%nat -> 0 <= moves true_ j s a t) /\
    sum S (moves true_ j s a) <= visits true_ j s a.

Definition within_level (S A H : nat) (E : R) (told true_ : counts) : Prop :=
  forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat -> Rabs (visits told j s a - visits true_ j s a) <= E /\
    Rabs (rewards told j s a - rewards true_ j s a) <= E /\ forall t, (t < S)%nat -> Rabs (moves told j s a t - moves true_ j s a t) <= E.

(* An MDP with mean rewards in [0, 1] *)
Definition mdp (S A H : nat) (mean : nat -> nat -> nat -> R) (move : nat -> nat -> nat -> nat -> R) : Prop :=
  forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat -> 0 <= mean j s a <= 1 /\ (forall t, (t < S)%nat -> 0 <= move j s a t) /\
    sum S (move j s a) = 1.

Lemma sum_times_le n f g w : (forall i, (i < n)%nat -> f i <= g i) -> (forall i, (i < n)%nat -> 0 <= w i) ->
  sum n (fun i => f i * w i) <= sum n (fun i => g i * w i).
Proof.
  intros below some; assert (0 <= sum n (fun i => g i * w i - f i * w i)); [|rewrite sum_sub in *; lra].
  apply sum_nonneg; intros i small; specialize (below i small); specialize (some i small); nra.
Qed.

Section Range.
Variables (S A H : nat) (mean : nat -> nat -> nat -> R) (move : nat -> nat -> nat -> nat -> R).
Hypotheses (some : (0 < A)%nat) (law : mdp S A H mean move).

Lemma action_optimum_range j s a : (j < H)%nat -> (s < S)%nat -> (a < A)%nat ->
  (forall t, (t < S)%nat -> 0 <= optimum S A mean move j t <= INR j) -> 0 <= action_optimum S A mean move j s a <= INR (Datatypes.S j).
Proof.
  intros step state act before; destruct (law j s a step state act) as (pay & weights & whole); unfold action_optimum; rewrite S_INR.
  assert (0 <= sum S (fun t => optimum S A mean move j t * move j s a t)).
  { apply sum_nonneg; intros t small; apply Rmult_le_pos; [apply before|apply weights]; exact small. }
  assert (sum S (fun t => optimum S A mean move j t * move j s a t) <= sum S (fun t => INR j * move j s a t))
    by (apply sum_times_le; [intros t small; apply before, small|exact weights]).
  rewrite sum_scale, whole in *; lra.
Qed.

Lemma optimum_range j s : (j <= H)%nat -> (s < S)%nat -> 0 <= optimum S A mean move j s <= INR j.
Proof.
  revert s; induction j as [|j IH]; intros s step state; [simpl; lra|].
  change (optimum S A mean move (Datatypes.S j) s) with (best A (action_optimum S A mean move j s)).
  assert (range : forall a, (a < A)%nat -> 0 <= action_optimum S A mean move j s a <= INR (Datatypes.S j))
    by (intros a act; apply action_optimum_range; try assumption; intros t small; apply IH; [lia|exact small]).
  split; [apply Rle_trans with (action_optimum S A mean move j s 0); [apply range, some|apply best_above, some]|].
  apply best_least; [exact some|apply range].
Qed.
End Range.

(* The deviation of sums of rewards and optimal values from their means that is paid for: X is at least D, what Hoeffding's
   inequality has under its root for n visits, D/n. *)
Definition deviates_little (S A H : nat) (D : R) mean move (number : nat -> nat -> nat -> nat) (true_ : counts) : Prop :=
  forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat -> (0 < number j s a)%nat ->
    estimate S (visits true_ j s a) (rewards true_ j s a) (moves true_ j s a) (optimum S A mean move j)
      >= action_optimum S A mean move j s a - (INR H + 1) * sqrt (D / INR (number j s a)).

(* The first branch is optimistic, for values in range that are. *)
Lemma estimate_optimistic S A H X D E mean move number told true_ V j s a : 0 <= D <= X -> 0 < E -> (1 <= H)%nat ->
  possible S A H number true_ -> within_level S A H E told true_ -> deviates_little S A H D mean move number true_ ->
  (j < H)%nat -> (s < S)%nat -> (a < A)%nat -> 2 * E <= visits told j s a ->
  (forall t, (t < S)%nat -> 0 <= V t <= INR H) -> (forall t, (t < S)%nat -> optimum S A mean move j t <= V t) ->
  action_optimum S A mean move j s a <= estimate S (visits told j s a) (rewards told j s a) (moves told j s a) V
    + ((INR H + 1) * sampling X E (visits told j s a) + noise S H E (visits told j s a)).
Proof.
  intros [none enough] level horizon real near draws step state act large range above.
  destruct (real j s a step state act) as (whole & earned & counted & all); destruct (near j s a step state act) as (count & pay & go).
  set (n := visits told j s a) in *; set (n' := visits true_ j s a) in *.
  assert (less : n' >= n - E) by (pose proof (Rle_abs (n - n')); lra).
  assert (positive : 0 < n') by lra; assert (many : (0 < number j s a)%nat) by (apply INR_lt; simpl; rewrite <- whole; exact positive).
  specialize (draws j s a step state act many); fold n' in draws; rewrite <- whole in draws.
  pose proof (moved S (INR H) E n n' _ _ _ _ V count pay go earned counted all range (pos_INR H) ltac:(lra) positive) as apart.
  assert (higher : estimate S n' (rewards true_ j s a) (moves true_ j s a) (optimum S A mean move j)
    <= estimate S n' (rewards true_ j s a) (moves true_ j s a) V).
  { unfold estimate; apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|]; apply Rplus_le_compat_l, sum_times_le; assumption. }
  assert (one : 1 <= n') by (rewrite whole; apply (le_INR 1); lia).
  assert (bottom : 0 < Rmax (n - E) 1) by (pose proof (Rmax_r (n - E) 1); lra).
  assert (root : sqrt (D / n') <= sampling X E n).
  { apply sqrt_le_1_alt; apply Rle_trans with (X / n').
    - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, positive|exact enough].
    - apply Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; [exact bottom|apply Rmax_lub; lra]. }
  assert (paid : (INR H + 1) * sqrt (D / n') <= (INR H + 1) * sampling X E n) by (apply Rmult_le_compat_l; [pose proof (pos_INR H); lra|exact root]).
  assert (cover : (2 + INR H + INR S * INR H) * E / n <= noise S H E n).
  { unfold noise; assert (0 < E / n) by (apply Rdiv_lt_0_compat; lra).
    replace ((2 + INR H + INR S * INR H) * E / n) with ((2 + INR H + INR S * INR H) * (E / n)) by (field; lra).
    replace (3 * E / n + 2 * E ^ 2 / n ^ 2) with (3 * (E / n) + 2 * (E / n) ^ 2) by (field; lra).
    assert (1 <= INR S) by (apply (le_INR 1); lia); assert (1 <= INR H) by (apply (le_INR 1); lia).
    assert (INR H <= INR S * INR H) by nra; set (e := E / n) in *; assert (0 <= INR S * INR H) by nra; nra. }
  pose proof (Rle_abs (- (estimate S n (rewards told j s a) (moves told j s a) V - estimate S n' (rewards true_ j s a) (moves true_ j s a) V))) as below.
  rewrite Rabs_Ropp in below; lra.
Qed.

Theorem repaired_optimistic S A H X D E mean move number told true_ : 0 <= D <= X -> 0 < E -> (1 <= H)%nat -> (0 < A)%nat ->
  mdp S A H mean move -> possible S A H number true_ -> within_level S A H E told true_ -> deviates_little S A H D mean move number true_ ->
  forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat ->
    action_optimum S A mean move j s a <= repaired_action S A H X E told j s a.
Proof.
  intros size level horizon some law real near draws.
  assert (step : forall j, (j < H)%nat -> (forall t, (t < S)%nat -> optimum S A mean move j t <= repaired_value S A H X E told j t <= INR j) ->
    forall s a, (s < S)%nat -> (a < A)%nat -> action_optimum S A mean move j s a <= repaired_action S A H X E told j s a <= INR (Datatypes.S j)).
  { intros j early before s a state act.
    assert (top : action_optimum S A mean move j s a <= INR (Datatypes.S j)).
    { apply (action_optimum_range S A H mean move law); try assumption; intros t small; apply (optimum_range S A H); trivial; lia. }
    unfold repaired_action; destruct (Rle_dec (2 * E) (visits told j s a)) as [large | few]; [|split; [exact top|apply Rle_refl]].
    split; [|apply Rmin_l]; apply Rmin_glb; [exact top|].
    apply (estimate_optimistic S A H X D E mean move number told true_); try assumption.
    - intros t small; destruct (before t small); pose proof (proj1 (optimum_range S A H mean move some law j t ltac:(lia) small)).
      assert (INR j <= INR H) by (apply le_INR; lia); lra.
    - intros t small; apply before, small. }
  assert (all : forall j, (j <= H)%nat -> forall t, (t < S)%nat -> optimum S A mean move j t <= repaired_value S A H X E told j t <= INR j).
  { induction j as [|j IH]; intros early t small; [simpl; lra|].
    change (repaired_value S A H X E told (Datatypes.S j) t) with (Rmax 0 (best A (repaired_action S A H X E told j t))).
    change (optimum S A mean move (Datatypes.S j) t) with (best A (action_optimum S A mean move j t)).
    pose proof (step j ltac:(lia) (IH ltac:(lia)) t) as here; split.
    - apply Rle_trans with (2 := Rmax_r _ _), best_monotone; [exact some|]; intros a act; apply here; assumption.
    - apply Rmax_lub; [apply pos_INR|]; apply best_least; [exact some|]; intros a act; apply here; assumption. }
  intros j s a early state act; apply step; try assumption; apply all; lia.
Qed.
