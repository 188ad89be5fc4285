(* Lemmas on which certificates rest, as theorems. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Mdp Optimal Normal NormalMean.
Open Scope R_scope.

(* mean-absolute-sum: Z_0, Z_1, ... are independent standard normal numbers. *)
Theorem mean_absolute_sum count sigma : 0 < sigma ->
  mean count (fun z => sum count (fun i => Rabs (sigma * z i))) (INR count * sigma * sqrt (2 / PI)).
Proof.
  intros positive; replace (INR count * sigma * sqrt (2 / PI)) with (0 + sigma * (INR count * mean_modulus))
    by (unfold mean_modulus; ring).
  apply (mean_ext count (fun z => 0 + sigma * sum count (fun i => Rabs (z i)))); [|apply mean_of_moduli].
  intros z; rewrite Rplus_0_l, <- sum_scale; apply sum_ext; intros i _.
  rewrite Rabs_mult, (Rabs_pos_eq sigma) by lra; reflexivity.
Qed.

(* largest-allowed-error: values j is the error e_(j+1). *)
Theorem largest_allowed_error eta w start values i :
  values 0%nat = start -> 0 <= start ->
  (forall j, (1 <= j < i)%nat ->
    values j = (1 - eta / INR j) ^ 2 * values (j - 1)%nat + eta ^ 2 * w / INR j ^ 2) ->
  forall errors, errors 0%nat = start ->
  (forall j, (1 <= j < i)%nat ->
    errors j <= (1 - eta / INR j) ^ 2 * errors (j - 1)%nat + eta ^ 2 * w / INR j ^ 2) ->
  forall j, (j < i)%nat -> errors j <= values j.
Proof.
  intros first _ equal errors begun below; induction j as [|j IH]; intros small; [rewrite first, begun; lra|].
  specialize (below (S j) ltac:(lia)); rewrite (equal (S j)) by lia.
  replace (S j - 1)%nat with j in * by lia.
  pose proof (Rmult_le_compat_l _ _ _ (pow2_ge_0 (1 - eta / INR (S j))) (IH ltac:(lia))); lra.
Qed.

(* least-of-parabola *)
Theorem least_of_parabola square linear : 0 < square -> 0 < linear ->
  (forall x, - (linear ^ 2 / (4 * square)) <= square * x ^ 2 - linear * x) /\
  exists x, 0 < x /\ square * x ^ 2 - linear * x = - (linear ^ 2 / (4 * square)).
Proof.
  intros first second; split.
  - intros x; assert (0 <= square * (x - linear / (2 * square)) ^ 2)
      by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    replace (square * x ^ 2 - linear * x)
      with (square * (x - linear / (2 * square)) ^ 2 - linear ^ 2 / (4 * square)) by (field; lra); lra.
  - exists (linear / (2 * square)); split; [apply Rdiv_lt_0_compat; lra|field; lra].
Qed.

(* laplace-loss: the density of n independent Laplace numbers around v. *)
Fixpoint product (n : nat) (f : nat -> R) : R := match n with O => 1 | S k => product k f * f k end.
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

Theorem laplace_loss n scale v w : 0 < scale ->
  let loss y := ln (laplace n scale v y / laplace n scale w y) in
  (forall y, loss y <= norm1 n (fun i => v i - w i) / scale) /\
  exists y, loss y = norm1 n (fun i => v i - w i) / scale.
Proof.
  intros positive loss.
  assert (same : forall y, loss y = sum n (fun i => (Rabs (y i - w i) - Rabs (y i - v i)) / scale)).
  { intros y; unfold loss; destruct (ln_laplace n scale v y positive) as [one equal].
    destruct (ln_laplace n scale w y positive) as [two other].
    rewrite ln_div, equal, other, <- sum_sub by assumption; apply sum_ext; intros; field; lra. }
  assert (norm : norm1 n (fun i => v i - w i) / scale = sum n (fun i => Rabs (v i - w i) / scale)).
  { unfold norm1, Rdiv; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring. }
  split; [|exists v].
  - intros y; rewrite same, norm; apply sum_le; intros i _; apply Rmult_le_compat_r.
    + left; apply Rinv_0_lt_compat; assumption.
    + pose proof (Rabs_triang (y i - v i) (v i - w i)) as bound.
      replace (y i - v i + (v i - w i)) with (y i - w i) in bound by ring; lra.
  - rewrite same, norm; apply sum_ext; intros i _; replace (v i - v i) with 0 by ring; rewrite Rabs_R0; field; lra.
Qed.

(* policy-value-entry, uniform-policy-value: what solves the Bellman equation of a policy is its value. *)
Theorem policy_value_unique n m gamma P r policy v w : 0 <= gamma < 1 -> stochastic n m P -> chooses n m policy ->
  policy_value n m gamma P r policy v -> policy_value n m gamma P r policy w -> forall s, (s < n)%nat -> v s = w s.
Proof.
  assert (half : forall v w, 0 <= gamma < 1 -> stochastic n m P -> chooses n m policy ->
    policy_value n m gamma P r policy v -> policy_value n m gamma P r policy w -> forall s, (s < n)%nat -> w s <= v s).
  { clear v w; intros v w discount rows law one other s state.
    destruct (largest n (fun t => w t - v t) ltac:(lia)) as [top [inside most]]; simpl in most.
    destruct (law top inside) as [positive unit].
    assert (gap : w top - v top <= gamma * (w top - v top)).
    { rewrite (one top inside) at 1; rewrite (other top inside) at 1; rewrite <- sum_sub.
      rewrite <- (Rmult_1_r (gamma * (w top - v top))), <- unit, <- sum_scale; apply sum_le; intros a action.
      destruct (rows a top action inside) as [nonneg whole].
      replace (policy a top * (r a top + gamma * sum n (fun t => P a top t * w t))
        - policy a top * (r a top + gamma * sum n (fun t => P a top t * v t)))
        with (policy a top * (gamma * (sum n (fun t => P a top t * w t) - sum n (fun t => P a top t * v t)))) by ring.
      rewrite (Rmult_comm _ (policy a top)); apply Rmult_le_compat_l; [apply positive; exact action|].
      apply Rmult_le_compat_l; [lra|].
      rewrite <- sum_sub, <- (Rmult_1_r (w top - v top)), <- whole, <- sum_scale; apply sum_le; intros t small.
      replace (P a top t * w t - P a top t * v t) with (P a top t * (w t - v t)) by ring.
      rewrite (Rmult_comm (w top - v top)); apply Rmult_le_compat_l; [apply nonneg|apply most]; exact small. }
    specialize (most s state); assert (w top - v top <= 0); [|lra].
    apply (Rmult_le_reg_l (1 - gamma)); lra. }
  intros discount rows law one other s state; apply Rle_antisym; apply half; assumption.
Qed.
