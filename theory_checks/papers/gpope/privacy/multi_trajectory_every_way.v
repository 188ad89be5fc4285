(* Both of two trajectories at sigma = 1: a mean of clipped gradients moves by at most h, so that the moment of order 1 is at most 1,
   and the bound is above 5/4. *)
From Coq Require Import Reals ZArith Lra Lia List.
From TheoryChecks Require Import Sums Vectors Optimal Trajectories Draws Releases Batches Opposites Decide.
From gpope Require Import multi_trajectory_every_way_formula multi_trajectory_every_way_statement.
Import ListNotations.
Open Scope R_scope.

Lemma clipped_short dim B : dot dim (clipped dim 1 B) (clipped dim 1 B) <= 1.
Proof.
  unfold clipped; set (M := Rmax 1 (Vectors.length dim B / 1)).
  assert (low : 1 <= M) by apply Rmax_l; assert (high : Vectors.length dim B <= M) by (unfold M; rewrite Rdiv_1; apply Rmax_r).
  assert (form : dot dim (fun i => B i / M) (fun i => B i / M) = / M * / M * dot dim B B).
  { unfold dot; rewrite <- sum_scale; apply sum_ext; intros; unfold Rdiv; ring. }
  rewrite form; pose proof (sqrt_sqrt _ (dot_nonneg dim B)) as square; fold (Vectors.length dim B) in square.
  pose proof (sqrt_pos (dot dim B B)) as positive; fold (Vectors.length dim B) in positive.
  apply (Rmult_le_reg_l (M * M)); [apply Rmult_lt_0_compat; lra|].
  replace (M * M * (/ M * / M * dot dim B B)) with (dot dim B B) by (field; lra); rewrite <- square, Rmult_1_r.
  apply Rmult_le_compat; assumption.
Qed.

Section Pair.
Variables (gamma : R) (x : vector).
Definition sent (H : trajectory) : vector := clipped 2 1 (gradient 1 gamma H x).
Definition middle (H K : trajectory) : vector := mean_of_clipped 1 gamma 1 x [H; K].

Lemma gap H K H' K' : (H = H' \/ K = K') ->
  dot 2 (fun i => middle H K i - middle H' K' i) (fun i => middle H K i - middle H' K' i) <= 1.
Proof.
  assert (form : forall H K i, middle H K i = / 2 * (sent H i + sent K i)).
  { intros G L i; unfold middle, mean_of_clipped, sent; simpl; field. }
  assert (all : forall G L, dot 2 (fun i => / 2 * (sent G i - sent L i)) (fun i => / 2 * (sent G i - sent L i)) <= 1).
  { intros G L; pose proof (clipped_short 2 (gradient 1 gamma G x)) as one; pose proof (clipped_short 2 (gradient 1 gamma L x)) as two.
    fold (sent G) in one; fold (sent L) in two; unfold dot in *; cbn [sum] in *.
    pose proof (Rle_0_sqr (sent G 0%nat + sent L 0%nat)); pose proof (Rle_0_sqr (sent G 1%nat + sent L 1%nat)); unfold Rsqr in *; lra. }
  intros [<-|<-].
  - apply Rle_trans with (2 := all K K'); right; apply dot_ext; intros i _; rewrite !form; ring.
  - apply Rle_trans with (2 := all H H'); right; apply dot_ext; intros i _; rewrite !form; ring.
Qed.

Lemma moment_below H K H' K' alpha : (H = H' \/ K = K') ->
  log_moment 2 (1 * 1) [middle H K] [middle H' K'] 1 alpha -> alpha <= 1.
Proof.
  intros same known; set (y := dot 2 (fun i => middle H K i - middle H' K' i) (fun i => middle H K i - middle H' K' i)).
  pose proof (opposite_moment 2 (1 * 1) y (middle H K) (middle H' K') ltac:(lra) ltac:(unfold y; ring) 0 0) as value.
  pose proof (noisy_draw_unique _ _ _ _ _ _ known value) as equal; apply exp_inv in equal; rewrite equal.
  replace (1 + (exp y - 1) / INR 1 ^ 2) with (exp y) by (simpl; field); rewrite ln_exp; exact (gap H K H' K' same).
Qed.
End Pair.

Theorem multi_trajectory_every_way_refuted : ~ multi_trajectory_every_way_statement.
Proof.
  intros all; destruct (all 1%nat 2%nat 2%nat 1 1 ltac:(lia) ltac:(lra) ltac:(lia) ltac:(lra)) as (gamma & x & d & d' & alpha & near & two & known & _ & _ & more).
  assert (small : alpha <= 1).
  { destruct near as (l & H & H' & r & -> & ->); rewrite app_length in two; cbn [List.length] in two.
    destruct l as [|K [|L l]]; destruct r as [|G [|L' r]]; cbn [List.length] in two; try lia.
    - exact (moment_below gamma x H G H' G alpha (or_intror eq_refl) known).
    - exact (moment_below gamma x K H K H' alpha (or_introl eq_refl) known). }
  unfold multi_trajectory_every_way_claim in more; simpl Z.of_nat in more.
  apply Rgt_lt in more; pose proof (Rlt_le_trans _ _ _ more small) as closed; denied closed.
Qed.
