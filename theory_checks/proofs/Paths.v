(* Values of the path of correlation exp(-beta |x - y|) at points at equal distances, made of independent standard normal numbers. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Vectors Maximum Normal NormalMean Moments Expectation NormalPairs.
Open Scope R_scope.

(* Neighbours have the correlation q. *)
Fixpoint path (q sigma : R) (z : nat -> R) (i : nat) : R :=
  match i with O => sigma * z O | S j => q * path q sigma z j + sigma * sqrt (1 - q ^ 2) * z (S j) end.

(* The values are the sums of coefficients times numbers, and so normal, and their covariances are those of the path. *)
Fixpoint coefficient (q sigma : R) (i : nat) : vector :=
  match i with
  | O => fun l => sigma * unit 0 l
  | S j => fun l => q * coefficient q sigma j l + sigma * sqrt (1 - q ^ 2) * unit (S j) l
  end.

Lemma path_linear q sigma z k i : (i < k)%nat -> path q sigma z i = dot k (coefficient q sigma i) z.
Proof.
  unfold dot; induction i as [|i IH]; intros small; cbn [path coefficient].
  - rewrite (sum_ext k _ (fun l => sigma * (z l * unit 0 l))), sum_scale, sum_unit by (try lia; intros; ring); reflexivity.
  - rewrite IH by lia; rewrite (sum_ext k (fun l => (q * _ + _) * z l)
      (fun l => q * (coefficient q sigma i l * z l) + sigma * sqrt (1 - q ^ 2) * (z l * unit (S i) l))) by (intros; ring).
    rewrite sum_add, !sum_scale, sum_unit by lia; reflexivity.
Qed.

Lemma coefficient_late q sigma i l : (i < l)%nat -> coefficient q sigma i l = 0.
Proof.
  induction i as [|i IH]; intros late; cbn [coefficient]; unfold unit.
  - replace (Nat.eqb l 0) with false by (symmetry; apply Nat.eqb_neq; lia); ring.
  - rewrite IH by lia; replace (Nat.eqb l (S i)) with false by (symmetry; apply Nat.eqb_neq; lia); ring.
Qed.

Lemma next_covariance q sigma k i x : (S i < k)%nat ->
  dot k x (coefficient q sigma (S i)) = q * dot k x (coefficient q sigma i) + sigma * sqrt (1 - q ^ 2) * x (S i).
Proof.
  intros small; unfold dot; cbn [coefficient]; rewrite <- (sum_unit k (S i) x small), <- !sum_scale, <- sum_add.
  apply sum_ext; intros; ring.
Qed.

Theorem path_covariance q sigma k i d : 0 < q < 1 -> (i + d < k)%nat ->
  dot k (coefficient q sigma i) (coefficient q sigma (i + d)) = sigma ^ 2 * q ^ d.
Proof.
  intros inside; assert (root : sqrt (1 - q ^ 2) * sqrt (1 - q ^ 2) = 1 - q ^ 2) by (apply sqrt_sqrt; nra).
  induction d as [|d IH]; intros small.
  - rewrite Nat.add_0_r in *; rewrite pow_O, Rmult_1_r; induction i as [|i IH].
    + unfold dot; rewrite (sum_ext k _ (fun l => sigma * (sigma * unit 0 l) * unit 0 l)) by (intros; cbn [coefficient]; ring).
      rewrite sum_unit by lia; unfold unit; simpl; ring.
    + rewrite next_covariance, dot_comm, next_covariance, IH, coefficient_late by lia; cbn [coefficient].
      rewrite coefficient_late by lia; unfold unit; rewrite Nat.eqb_refl.
      replace (q * (q * sigma ^ 2 + sigma * sqrt (1 - q ^ 2) * 0) + sigma * sqrt (1 - q ^ 2) * (q * 0 + sigma * sqrt (1 - q ^ 2) * 1))
        with (q ^ 2 * sigma ^ 2 + sigma ^ 2 * (sqrt (1 - q ^ 2) * sqrt (1 - q ^ 2))) by ring; rewrite root; ring.
  - rewrite Nat.add_succ_r, next_covariance, IH, coefficient_late by lia; simpl; ring.
Qed.

Lemma distance_more m k z w : (m <= k)%nat -> distance m z w <= distance k z w.
Proof.
  intros more; induction more as [|k more IH]; [apply Rle_refl|]; unfold distance in *; cbn [sum]; pose proof (Rabs_pos (z k - w k)); lra.
Qed.

(* Values and their maxima move no more than sigma times the numbers of which they are made. *)
Lemma path_close q sigma k z w i : 0 < q < 1 -> 0 < sigma -> (i < k)%nat ->
  Rabs (path q sigma z i - path q sigma w i) <= sigma * distance k z w.
Proof.
  intros inside positive small; assert (root : 0 <= sqrt (1 - q ^ 2) <= 1).
  { split; [apply sqrt_pos|]; apply Rle_trans with (sqrt 1); [apply sqrt_le_1_alt; pose proof (pow2_ge_0 q); lra|rewrite sqrt_1; lra]. }
  apply Rle_trans with (sigma * distance (S i) z w).
  - induction i as [|i IH].
    + unfold distance; simpl; rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq sigma) by lra; lra.
    + cbn [path]; replace (q * path q sigma z i + sigma * sqrt (1 - q ^ 2) * z (S i) - (q * path q sigma w i + sigma * sqrt (1 - q ^ 2) * w (S i)))
        with (q * (path q sigma z i - path q sigma w i) + sigma * sqrt (1 - q ^ 2) * (z (S i) - w (S i))) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _); rewrite !Rabs_mult, (Rabs_pos_eq q), (Rabs_pos_eq sigma), (Rabs_pos_eq (sqrt (1 - q ^ 2))) by lra.
      specialize (IH ltac:(lia)); replace (distance (S (S i)) z w) with (distance (S i) z w + Rabs (z (S i) - w (S i))) by reflexivity.
      pose proof (Rabs_pos (path q sigma z i - path q sigma w i)); pose proof (Rabs_pos (z (S i) - w (S i))).
      assert (sigma * sqrt (1 - q ^ 2) * Rabs (z (S i) - w (S i)) <= sigma * 1 * Rabs (z (S i) - w (S i)))
        by (apply Rmult_le_compat_r; [lra|apply Rmult_le_compat_l; lra]); nra.
  - apply Rmult_le_compat_l; [lra|]; apply distance_more; lia.
Qed.

Lemma best_tame k m (F : (nat -> R) -> nat -> R) C : (0 < m)%nat -> 0 <= C ->
  (forall z w i, (i < m)%nat -> Rabs (F z i - F w i) <= C * distance k z w) -> tame k (fun z => best m (F z)).
Proof. intros some low close; apply (lipschitz_tame k _ C low); intros z w; apply best_close; [exact some|]; intros; apply close; assumption. Qed.

(* Values at the points i/2^n of [0, 1], and the means of their maximum, and of that over the new points of the level after it. *)
Definition grid (beta sigma : R) (n : nat) : (nat -> R) -> nat -> R := path (exp (- (beta / 2 ^ n))) sigma.

Definition grid_mean (beta sigma : R) (n : nat) (mu : R) : Prop :=
  mean (2 ^ n + 1) (fun z => best (2 ^ n + 1) (grid beta sigma n z)) mu.

Definition midpoint_mean (beta sigma : R) (n : nat) (mu : R) : Prop :=
  mean (2 ^ S n + 1) (fun z => best (2 ^ n) (fun i => grid beta sigma (S n) z (2 * i + 1))) mu.

Lemma correlation beta n : 0 < beta -> 0 < exp (- (beta / 2 ^ n)) < 1.
Proof.
  intros positive; split; [apply exp_pos|]; rewrite <- exp_0; apply exp_increasing.
  assert (0 < beta / 2 ^ n) by (apply Rdiv_lt_0_compat; [exact positive|apply pow_lt; lra]); lra.
Qed.

Lemma some_points n : (0 < 2 ^ n)%nat.
Proof. apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia. Qed.

Theorem grid_mean_exists beta sigma n : 0 < beta -> 0 < sigma -> exists mu, grid_mean beta sigma n mu.
Proof.
  intros positive noise; eexists; apply mean_exists, (best_tame _ _ _ sigma); [lia|lra|].
  intros z w i small; apply path_close; [apply correlation, positive|exact noise|exact small].
Qed.

Theorem midpoint_mean_exists beta sigma n : 0 < beta -> 0 < sigma -> exists mu, midpoint_mean beta sigma n mu.
Proof.
  intros positive noise; eexists; apply mean_exists, (best_tame _ _ _ sigma); [apply some_points|lra|].
  intros z w i small; apply path_close; [apply correlation, positive|exact noise|simpl; lia].
Qed.

(* Both ends. *)
Theorem modulus_of_ends beta sigma : 0 < beta -> 0 < sigma ->
  mean 2 (fun z => Rabs (grid beta sigma 0 z 0 - grid beta sigma 0 z 1)) (2 * (sigma * sqrt ((1 - exp (- beta)) / PI))).
Proof.
  intros positive noise; pose proof (correlation beta 0 positive) as inside; pose proof PI_RGT_0 as pi.
  unfold grid; replace (beta / 2 ^ 0) with beta in * by (simpl; field); set (q := exp (- beta)) in *.
  assert (root : sqrt (1 - q ^ 2) * sqrt (1 - q ^ 2) = 1 - q ^ 2) by (apply sqrt_sqrt; nra).
  pose proof (mean_of_pair (sigma * (1 - q)) (- sigma * sqrt (1 - q ^ 2)) ltac:(nra)) as known.
  replace (2 * (sigma * sqrt ((1 - q) / PI))) with (sqrt ((sigma * (1 - q)) ^ 2 + (- sigma * sqrt (1 - q ^ 2)) ^ 2) * mean_modulus).
  - apply (mean_ext 2) with (2 := known); intros z; cbn [path]; f_equal; ring.
  - replace ((sigma * (1 - q)) ^ 2 + (- sigma * sqrt (1 - q ^ 2)) ^ 2) with (sigma ^ 2 * (2 * (1 - q))).
    + unfold mean_modulus; rewrite <- sqrt_mult_alt by nra; replace (sigma ^ 2 * (2 * (1 - q)) * (2 / PI)) with ((2 * sigma) ^ 2 * ((1 - q) / PI)) by (field; lra).
      rewrite sqrt_mult_alt, sqrt_pow2 by nra; ring.
    + replace ((- sigma * sqrt (1 - q ^ 2)) ^ 2) with (sigma ^ 2 * (sqrt (1 - q ^ 2) * sqrt (1 - q ^ 2))) by ring; rewrite root; ring.
Qed.

Theorem mean_of_ends beta sigma : 0 < beta -> 0 < sigma -> grid_mean beta sigma 0 (sigma * sqrt ((1 - exp (- beta)) / PI)).
Proof.
  intros positive noise; pose proof (modulus_of_ends beta sigma positive noise) as modulus.
  pose proof (mean_linear 2 _ _ _ _ sigma 0 (mean_of_coordinate 2 0 ltac:(lia)) (mean_of_coordinate 2 1 ltac:(lia))) as first.
  set (q := exp (- (beta / 2 ^ 0))).
  pose proof (mean_linear 2 _ _ _ _ (q * sigma) (sigma * sqrt (1 - q ^ 2)) (mean_of_coordinate 2 0 ltac:(lia)) (mean_of_coordinate 2 1 ltac:(lia))) as second.
  pose proof (mean_linear 2 _ _ _ _ 1 1 (mean_linear 2 _ _ _ _ (1 / 2) (1 / 2) first second) (mean_linear 2 _ _ _ _ (1 / 2) 0 modulus modulus)) as known.
  unfold grid_mean; replace (2 ^ 0 + 1)%nat with 2%nat by reflexivity; refine (eq_ind _ (mean 2 _) (mean_ext 2 _ _ _ _ known) _ _); [|field].
  intros z; cbn [best]; unfold grid; cbn [path]; fold q; unfold Rmax, Rabs.
  destruct (Rle_dec (sigma * z 0%nat) (q * (sigma * z 0%nat) + sigma * sqrt (1 - q ^ 2) * z 1%nat)),
    (Rcase_abs (sigma * z 0%nat - (q * (sigma * z 0%nat) + sigma * sqrt (1 - q ^ 2) * z 1%nat))); lra.
Qed.
