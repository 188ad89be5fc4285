(* epsilon = 1/10: action 1 is given with a probability above 14/100 if user 1 was in state 1 with reward 0, and below 8/100 if it was in
   state 0, as then the visits of action 0, a noise, must reach the threshold. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Boxes Planner PrintedPlanner Decide.
From pucb Require Import jdp_lowest_index_formula jdp_lowest_index_statement.
Open Scope R_scope.

(* Below the threshold a counter that was never fed has the value 1. *)
Lemma unfed_value E beta' n : 0 < E -> n < 2 * E -> optimistic E beta' 0 n = 1.
Proof.
  intros level below; unfold optimistic, quotient_cut, bonus; simpl INR.
  destruct (Rle_dec (2 * E) n); [lra|]; destruct (Req_EM_T n 0).
  - destruct (Req_EM_T 0 0); [apply Rmin_left; lra|reflexivity].
  - apply Rmin_left; unfold Rdiv; rewrite Rmult_0_l; lra.
Qed.

Lemma value_most E beta' r n : optimistic E beta' r n <= 1.
Proof.
  unfold optimistic, quotient_cut; simpl INR; destruct (Req_EM_T n 0); [destruct (Req_EM_T r 0)|]; try apply Rmin_l; apply Rle_refl.
Qed.

Theorem jdp_lowest_index_refuted : ~ jdp_lowest_index_statement.
Proof.
  intros all.
  set (E := 3 / (1 / 10) * 1 * ln ((2 * 2 * 2 * 1 + 2 ^ 2 * 2 * 1) * / (1 / 10)) * sqrt (ln 2 ^ 5)).
  assert (large : 60 < E < 61).
  { unfold E; replace ((2 * 2 * 2 * 1 + 2 ^ 2 * 2 * 1) * / (1 / 10)) with 160 by field; split; decided. }
  specialize (all (1 / 10) (1 / 10) 0%nat 1%nat 0 0 (-600) (-2) (-60) 60 1 600 (2 * E) (exp (- (2 * E / 60)) / 2)).
  cbv zeta in all; fold E in all; replace (3 * 1 * 2 / (1 / 10)) with 60 in all by field.
  replace (-600) with (- (600)) in all by ring; replace (-2) with (- (2)) in all by ring; replace (-60) with (- (60)) in all by ring.
  rewrite (interval_left 60), (interval_within 60), (interval_right 60) in all by lra.
  set (box := (exp (- (2 / 60)) - exp (- (600 / 60))) / 2 * (1 - exp (- (60 / 60))) * ((exp (- (1 / 60)) - exp (- (600 / 60))) / 2)) in all.
  assert (likely : 14 / 100 < box) by (unfold box; decided).
  assert (unlikely : exp (- (2 * E / 60)) / 2 < 8 / 100).
  { apply Rlt_trans with (exp (- 2) / 2); [|decided]; apply Rmult_lt_compat_r; [lra|]; apply exp_increasing; lra. }
  pose proof (exp_pos (- (2 * E / 60))) as some; set (p := exp (- (2 * E / 60)) / 2) in *; assert (0 < p) by (unfold p; lra).
  unfold jdp_lowest_index_domain, jdp_lowest_index_claim in all.
  assert (ln (box / p) <= 1 / 10) as wrong.
  { apply all; try lra; try (apply le_n || auto).
    - intros x0 x1 y0 one two three; unfold gets_action_1; simpl.
      rewrite (unfed_value E (1 / 10) (0 + x1)) by lra.
      unfold optimistic, quotient_cut, bonus; destruct (Req_EM_T (1 + x0) 0); [lra|]; destruct (Rle_dec (2 * E) (1 + x0)); [lra|].
      apply Rle_lt_trans with (1 := Rmin_r _ _); simpl INR; assert ((0 + y0) / (1 + x0) < 0); [|lra].
      replace ((0 + y0) / (1 + x0)) with (- ((0 + y0) / - (1 + x0))) by (field; lra); apply Ropp_lt_gt_0_contravar, Rdiv_lt_0_compat; lra.
    - intros x0 x1 y0 less; destruct (Rle_dec (2 * E) x0) as [done | below]; [exact done|exfalso].
      unfold gets_action_1 in less; simpl in less; rewrite (unfed_value E (1 / 10) (0 + x0)) in less by lra.
      pose proof (value_most E (1 / 10) 0 (0 + x1)); lra.
    - unfold p; apply tail_is; lra.
    - simpl; lra. }
  assert (ln (7 / 4) < ln (box / p)).
  { apply ln_increasing; [lra|]; apply (Rmult_lt_reg_r p); [assumption|]; replace (box / p * p) with box by (field; lra); lra. }
  assert (1 / 10 < ln (7 / 4)) by decided; lra.
Qed.
