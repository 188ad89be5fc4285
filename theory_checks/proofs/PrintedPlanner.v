(* Algorithm 3 with releases that are not negative: its values are in [0, H], and optimistic. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Maximum Estimates Planner.
Open Scope R_scope.

Definition nonnegative (S A H : nat) (told : counts) : Prop :=
  forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat -> 0 <= visits told j s a /\ 0 <= rewards told j s a /\
    forall t, (t < S)%nat -> 0 <= moves told j s a t.

Lemma noise_nonneg S H E n : 0 <= E -> 0 <= n -> 0 <= noise S H E n.
Proof.
  intros level some; pose proof (Rmult_le_pos _ _ (pos_INR S) (pos_INR H)); unfold noise, Rdiv.
  assert (0 <= / n) by (destruct some as [some | <-]; [left; apply Rinv_0_lt_compat, some|rewrite Rinv_0; apply Rle_refl]).
  assert (0 <= / n ^ 2) by (destruct some as [some | <-]; [left; apply Rinv_0_lt_compat, pow_lt, some|rewrite pow_i, Rinv_0 by lia; apply Rle_refl]).
  apply Rmult_le_pos; [lra|]; apply Rplus_le_le_0_compat; apply Rmult_le_pos; try assumption; nra.
Qed.

Lemma bonus_nonneg S H X E n : 0 <= E -> 0 <= n -> 0 <= bonus S H X E n.
Proof.
  intros level some; unfold bonus; destruct (Rle_dec (2 * E) n); [|apply pos_INR].
  apply Rplus_le_le_0_compat; [|apply noise_nonneg; assumption]; apply Rmult_le_pos; [pose proof (pos_INR H); lra|apply sqrt_pos].
Qed.

Lemma quotient_range S H X E undefined x n : 0 <= E -> 0 <= undefined -> 0 <= x -> 0 <= n ->
  0 <= quotient_cut S H X E undefined x n <= INR H.
Proof.
  intros level some above count; pose proof (pos_INR H); pose proof (bonus_nonneg S H X E n level count); unfold quotient_cut.
  destruct (Req_EM_T n 0) as [none | other]; [destruct (Req_EM_T x 0)|]; try lra; (split; [apply Rmin_glb; [lra|]|apply Rmin_l]); [lra|].
  assert (0 <= x / n); [|lra]; apply Rmult_le_pos; [exact above|left; apply Rinv_0_lt_compat; lra].
Qed.

Section Planned.
Variables (S A H : nat) (X E undefined : R) (told : counts).
Hypotheses (some : (0 < A)%nat) (level : 0 <= E) (read : 0 <= undefined) (counted : nonnegative S A H told).

Lemma printed_action_range j s a : (j < H)%nat -> (s < S)%nat -> (a < A)%nat ->
  (forall t, (t < S)%nat -> 0 <= printed_value S A H X E undefined told j t <= INR H) ->
  0 <= printed_action S A H X E undefined told j s a <= INR H.
Proof.
  intros step state act before; destruct (counted j s a step state act) as (count & pay & go).
  apply quotient_range; try assumption; apply Rplus_le_le_0_compat; [exact pay|].
  apply sum_nonneg; intros t small; apply Rmult_le_pos; [apply before|apply go]; exact small.
Qed.

Theorem printed_range j s : (j <= H)%nat -> (s < S)%nat -> 0 <= printed_value S A H X E undefined told j s <= INR H.
Proof.
  revert s; induction j as [|j IH]; intros s step state; [simpl; split; [lra|apply pos_INR]|].
  change (printed_value S A H X E undefined told (Datatypes.S j) s) with (best A (printed_action S A H X E undefined told j s)).
  assert (range : forall a, (a < A)%nat -> 0 <= printed_action S A H X E undefined told j s a <= INR H)
    by (intros a act; apply printed_action_range; try assumption; intros t small; apply IH; [lia|exact small]).
  split; [apply Rle_trans with (printed_action S A H X E undefined told j s 0); [apply range, some|apply best_above, some]|].
  apply best_least; [exact some|apply range].
Qed.

Theorem printed_optimistic mean move number true_ : 0 <= X -> 0 < E -> (1 <= H)%nat -> mdp S A H mean move ->
  possible S A H number true_ -> within_level S A H E told true_ -> deviates_little S A H X mean move number true_ ->
  forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat ->
    action_optimum S A mean move j s a <= printed_action S A H X E undefined told j s a.
Proof.
  intros size positive horizon law real near draws.
  assert (step : forall j, (j < H)%nat -> (forall t, (t < S)%nat -> optimum S A mean move j t <= printed_value S A H X E undefined told j t) ->
    forall s a, (s < S)%nat -> (a < A)%nat -> action_optimum S A mean move j s a <= printed_action S A H X E undefined told j s a).
  { intros j early before s a state act.
    assert (top : action_optimum S A mean move j s a <= INR H).
    { apply Rle_trans with (INR (Datatypes.S j)); [|apply le_INR; lia].
      apply (action_optimum_range S A H mean move law); try assumption; intros t small; apply (optimum_range S A H); trivial; lia. }
    assert (range : forall t, (t < S)%nat -> 0 <= printed_value S A H X E undefined told j t <= INR H) by (intros; apply printed_range; lia).
    destruct (counted j s a early state act) as (count & pay & go).
    assert (sum_nonneg_ : 0 <= rewards told j s a + sum S (fun t => printed_value S A H X E undefined told j t * moves told j s a t)).
    { apply Rplus_le_le_0_compat; [exact pay|]; apply sum_nonneg; intros t small; apply Rmult_le_pos; [apply range|apply go]; exact small. }
    unfold printed_action, quotient_cut, bonus; destruct (Req_EM_T (visits told j s a) 0) as [none | other].
    - rewrite none; destruct (Rle_dec (2 * E) 0); [lra|]; destruct (Req_EM_T _ 0); [apply Rmin_glb; lra|exact top].
    - apply Rmin_glb; [exact top|]; destruct (Rle_dec (2 * E) (visits told j s a)) as [large | few].
      + pose proof (estimate_optimistic S A H X X E mean move number told true_ _ j s a ltac:(lra) positive horizon real near draws
          early state act large range before) as above; unfold estimate in above.
        unfold Rdiv at 1; rewrite Rmult_comm; replace (/ visits told j s a) with (1 / visits told j s a) by (field; exact other); exact above.
      + assert (0 <= (rewards told j s a + sum S (fun t => printed_value S A H X E undefined told j t * moves told j s a t)) / visits told j s a);
          [|lra]; apply Rmult_le_pos; [exact sum_nonneg_|left; apply Rinv_0_lt_compat; lra]. }
  assert (all : forall j, (j <= H)%nat -> forall t, (t < S)%nat -> optimum S A mean move j t <= printed_value S A H X E undefined told j t).
  { induction j as [|j IH]; intros early t small; [apply Rle_refl|].
    change (printed_value S A H X E undefined told (Datatypes.S j) t) with (best A (printed_action S A H X E undefined told j t)).
    change (optimum S A mean move (Datatypes.S j) t) with (best A (action_optimum S A mean move j t)).
    apply best_monotone; [exact some|]; intros a act; apply step; try assumption; apply IH; lia. }
  intros j s a early state act; apply step; try assumption; apply all; lia.
Qed.
End Planned.
