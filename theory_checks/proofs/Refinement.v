(* Values of the path at the points i/2^n and, by their innovations, at the midpoints between them. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Maximum NormalMean Expectation Paths Chernoff.
Open Scope R_scope.

(* beta_(2^n) in the paper: correlations of a midpoint with its neighbours are exp(- half_step). *)
Definition half_step (beta : R) (n : nat) : R := beta / (2 * 2 ^ n).
Definition prediction (beta : R) (n : nat) : R := exp (- half_step beta n) / (1 + exp (- 2 * half_step beta n)).
Definition innovation (beta sigma : R) (n : nat) (z : nat -> R) (i : nat) : R :=
  sigma * sqrt ((1 - exp (- 2 * half_step beta n)) / (1 + exp (- 2 * half_step beta n))) * z (2 ^ n + 1 + i)%nat.

(* The largest of the innovations and some weight times the sums of the neighbours; with the weight of the prediction, of the midpoints. *)
Definition midpoints (beta sigma : R) (n : nat) (w : R) (z : nat -> R) : R :=
  best (2 ^ n) (fun i => innovation beta sigma n z i + w * (grid beta sigma n z i + grid beta sigma n z (S i))).
Definition numbers (n : nat) : nat := 2 ^ n + 1 + 2 ^ n.

Section Level.
Variables (beta sigma : R) (n : nat).
Hypotheses (positive : 0 < beta) (noise : 0 < sigma).

Lemma decay : 0 < exp (- 2 * half_step beta n) < 1.
Proof.
  split; [apply exp_pos|]; rewrite <- exp_0; apply exp_increasing; unfold half_step.
  assert (0 < beta / (2 * 2 ^ n)) by (apply Rdiv_lt_0_compat; [exact positive|pose proof (pow_lt 2 n ltac:(lra)); lra]); lra.
Qed.

Lemma grid_close k z w i : (2 ^ n < k)%nat -> (i <= 2 ^ n)%nat -> Rabs (grid beta sigma n z i - grid beta sigma n w i) <= sigma * distance k z w.
Proof. intros wide small; apply path_close; [apply correlation, positive|exact noise|lia]. Qed.

Lemma innovation_close z w i : (i < 2 ^ n)%nat ->
  Rabs (innovation beta sigma n z i - innovation beta sigma n w i) <= sigma * distance (numbers n) z w.
Proof.
  intros small; pose proof decay as inside; set (e := exp (- 2 * half_step beta n)) in *; unfold innovation; fold e.
  assert (root : 0 <= sqrt ((1 - e) / (1 + e)) <= 1).
  { split; [apply sqrt_pos|]; apply Rle_trans with (sqrt 1); [apply sqrt_le_1_alt|rewrite sqrt_1; lra].
    apply (Rmult_le_reg_r (1 + e)); [lra|]; replace ((1 - e) / (1 + e) * (1 + e)) with (1 - e) by (field; lra); lra. }
  rewrite <- Rmult_minus_distr_l, Rabs_mult, Rabs_pos_eq by (apply Rmult_le_pos; lra).
  pose proof (one_of_sum (numbers n) (fun i => Rabs (z i - w i)) (2 ^ n + 1 + i) ltac:(intros; apply Rabs_pos) ltac:(unfold numbers; lia)) as one.
  fold (distance (numbers n) z w) in one; cbv beta in one; pose proof (Rabs_pos (z (2 ^ n + 1 + i)%nat - w (2 ^ n + 1 + i)%nat)).
  rewrite Rmult_assoc; apply Rmult_le_compat_l; [lra|].
  apply Rle_trans with (1 * Rabs (z (2 ^ n + 1 + i)%nat - w (2 ^ n + 1 + i)%nat)); [apply Rmult_le_compat_r; lra|lra].
Qed.

Lemma midpoints_close v z w : 0 <= v <= 1 ->
  Rabs (midpoints beta sigma n v z - midpoints beta sigma n v w) <= 3 * sigma * distance (numbers n) z w.
Proof.
  intros range; apply best_close; [apply some_points|]; intros i small.
  pose proof (innovation_close z w i small) as first; pose proof (grid_close (numbers n) z w i ltac:(unfold numbers; lia) ltac:(lia)) as second.
  pose proof (grid_close (numbers n) z w (S i) ltac:(unfold numbers; lia) ltac:(lia)) as third.
  set (a := innovation beta sigma n z i) in *; set (b := grid beta sigma n z i) in *; set (c := grid beta sigma n z (S i)) in *.
  set (a' := innovation beta sigma n w i) in *; set (b' := grid beta sigma n w i) in *; set (c' := grid beta sigma n w (S i)) in *.
  replace (a + v * (b + c) - (a' + v * (b' + c'))) with ((a - a') + v * ((b - b') + (c - c'))) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _); rewrite Rabs_mult, (Rabs_pos_eq v) by lra.
  pose proof (Rabs_triang (b - b') (c - c')); pose proof (Rabs_pos (b - b' + (c - c'))).
  assert (v * Rabs (b - b' + (c - c')) <= 1 * Rabs (b - b' + (c - c'))) by (apply Rmult_le_compat_r; lra); lra.
Qed.

Theorem midpoints_mean_exists v : 0 <= v <= 1 -> exists m, mean (numbers n) (midpoints beta sigma n v) m.
Proof.
  intros range; eexists; apply mean_exists, (lipschitz_tame _ _ (3 * sigma)); [lra|]; intros; apply midpoints_close, range.
Qed.

Theorem part_mean_exists k m f : (2 ^ n < k)%nat -> (0 < m)%nat -> (forall i, (i < m)%nat -> (f i <= 2 ^ n)%nat) ->
  exists l, mean k (fun z => best m (fun i => grid beta sigma n z (f i))) l.
Proof.
  intros wide some small; eexists; apply mean_exists, (best_tame k m _ sigma); [exact some|lra|].
  intros z w i inside; apply grid_close; [exact wide|apply small, inside].
Qed.

Theorem gap_mean_exists v : 0 <= v <= 1 ->
  exists m, mean (numbers n) (fun z => midpoints beta sigma n v z - best (2 ^ n + 1) (grid beta sigma n z)) m.
Proof.
  intros range; eexists; apply mean_exists, (lipschitz_tame _ _ (4 * sigma)); [lra|]; intros z w.
  pose proof (midpoints_close v z w range) as first.
  assert (second : Rabs (best (2 ^ n + 1) (grid beta sigma n z) - best (2 ^ n + 1) (grid beta sigma n w)) <= sigma * distance (numbers n) z w).
  { apply best_close; [lia|]; intros i small; apply grid_close; [unfold numbers; lia|lia]. }
  set (a := midpoints beta sigma n v z) in *; set (b := midpoints beta sigma n v w) in *.
  set (c := best (2 ^ n + 1) (grid beta sigma n z)) in *; set (d := best (2 ^ n + 1) (grid beta sigma n w)) in *.
  replace (a - c - (b - d)) with ((a - b) + - (c - d)) by ring; apply Rle_trans with (1 := Rabs_triang _ _); rewrite Rabs_Ropp; lra.
Qed.

Lemma prediction_range : 0 <= prediction beta n <= 1.
Proof.
  pose proof decay; unfold prediction; pose proof (exp_pos (- half_step beta n)).
  assert (exp (- half_step beta n) < 1).
  { rewrite <- exp_0; apply exp_increasing; unfold half_step.
    assert (0 < beta / (2 * 2 ^ n)) by (apply Rdiv_lt_0_compat; [exact positive|pose proof (pow_lt 2 n ltac:(lra)); lra]); lra. }
  split; [left; apply Rdiv_lt_0_compat; lra|]; apply (Rmult_le_reg_r (1 + exp (- 2 * half_step beta n))); [lra|].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.
End Level.
