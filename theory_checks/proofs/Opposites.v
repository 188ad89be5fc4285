(* Opposite gradients: one record that turns its gradient round is seen with the log moment ln (1 + (e^y - 1)/m^2) of order 1. *)
From Coq Require Import Reals Lra Lia List FunctionalExtensionality.
From TheoryChecks Require Import Sums Vectors NormalMean Laws Renyi Draws Trajectories Releases.
Import ListNotations.
Open Scope R_scope.

Lemma nth_repeated {T : Type} (b dflt : T) k j : (j < k)%nat -> nth j (repeat b k) dflt = b.
Proof. revert j; induction k as [|k IH]; intros j small; [lia|]; destruct j as [|j]; simpl; [reflexivity|apply IH; lia]. Qed.

Lemma sum_first n f : sum (S n) f = f 0%nat + sum n (fun i => f (S i)).
Proof. induction n as [|n IH]; [simpl; ring|]; change (sum (S n) f + f (S n) = f 0%nat + (sum n (fun i => f (S i)) + f (S n))); rewrite IH; ring. Qed.

Section Pair.
Variables (dim : nat) (s y : R) (a b : vector).
Hypotheses (noise : 0 < s) (apart : dot dim (fun i => a i - b i) (fun i => a i - b i) = y * s ^ 2).

Lemma hill_pos c v : 0 < hill dim s c v.
Proof. apply exp_pos. Qed.

(* The log ratio of the two hills, from each of the centres *)
Lemma from_b z : hill dim s a (fun i => b i + s * z i) / hill dim s b (fun i => b i + s * z i)
  = exp (- (y / 2) + sum dim (fun i => (a i - b i) / s * z i)).
Proof.
  unfold hill, Rdiv at 1; rewrite <- exp_Ropp, <- exp_plus; f_equal.
  assert (one : dot dim (fun i => b i + s * z i - a i) (fun i => b i + s * z i - a i)
    = s ^ 2 * dot dim z z - 2 * s ^ 2 * sum dim (fun i => (a i - b i) / s * z i) + y * s ^ 2).
  { rewrite <- apart; unfold dot; rewrite <- !sum_scale, <- sum_sub, <- sum_add; apply sum_ext; intros; field; lra. }
  assert (two : dot dim (fun i => b i + s * z i - b i) (fun i => b i + s * z i - b i) = s ^ 2 * dot dim z z).
  { unfold dot; rewrite <- sum_scale; apply sum_ext; intros; ring. }
  rewrite one, two; field; lra.
Qed.

Lemma from_a z : hill dim s a (fun i => a i + s * z i) / hill dim s b (fun i => a i + s * z i)
  = exp (y / 2 + sum dim (fun i => (a i - b i) / s * z i)).
Proof.
  unfold hill, Rdiv at 1; rewrite <- exp_Ropp, <- exp_plus; f_equal.
  assert (one : dot dim (fun i => a i + s * z i - b i) (fun i => a i + s * z i - b i)
    = s ^ 2 * dot dim z z + 2 * s ^ 2 * sum dim (fun i => (a i - b i) / s * z i) + y * s ^ 2).
  { rewrite <- apart; unfold dot; rewrite <- !sum_scale, <- !sum_add; apply sum_ext; intros; field; lra. }
  assert (two : dot dim (fun i => a i + s * z i - a i) (fun i => a i + s * z i - a i) = s ^ 2 * dot dim z z).
  { unfold dot; rewrite <- sum_scale; apply sum_ext; intros; ring. }
  rewrite one, two; field; lra.
Qed.

Lemma mean_shifted c : mean dim (fun z => exp (c + sum dim (fun i => (a i - b i) / s * z i))) (exp (c + y / 2)).
Proof.
  replace y with (sum dim (fun i => (a i - b i) / s * ((a i - b i) / s))); [apply mean_of_exponential|].
  apply (Rmult_eq_reg_r (s ^ 2)); [|apply pow_nonzero; lra]; rewrite <- apart; unfold dot; rewrite Rmult_comm, <- sum_scale.
  apply sum_ext; intros; field; lra.
Qed.

Lemma density_repeated k v : density dim s (repeat b (S k)) v = hill dim s b v.
Proof.
  unfold density; rewrite repeat_length, (sum_ext (S k) _ (fun _ => hill dim s b v)), sum_const.
  - field; apply not_0_INR; lia.
  - intros j small; rewrite nth_repeated by exact small; reflexivity.
Qed.

Lemma density_with_one k v : density dim s (a :: repeat b k) v / density dim s (repeat b (S k)) v
  = (1 - / INR (S k)) + / INR (S k) * (hill dim s a v / hill dim s b v).
Proof.
  rewrite density_repeated; unfold density; cbn [List.length]; rewrite repeat_length, sum_first; cbn [nth].
  rewrite (sum_ext k _ (fun _ => hill dim s b v)), sum_const by (intros j small; rewrite nth_repeated by exact small; reflexivity).
  pose proof (hill_pos b v); assert (0 < INR (S k)) by (apply lt_0_INR; lia); rewrite S_INR in *; field; lra.
Qed.

(* One record of S k is at a, all others at b; the other data set has S l records, all at b. *)
Theorem opposite_moment k l :
  log_moment dim s (a :: repeat b k) (repeat b (S l)) 1 (ln (1 + (exp y - 1) / INR (S k) ^ 2)).
Proof.
  assert (size : 1 <= INR (S k)) by (change 1 with (INR 1); apply le_INR; lia); set (q := / INR (S k)) in *.
  assert (small : 0 < q <= 1).
  { unfold q; split; [apply Rinv_0_lt_compat; lra|]; rewrite <- Rinv_1; apply Rinv_le_contravar; lra. }
  assert (ratio : forall v, Rpower (density dim s (a :: repeat b k) v / density dim s (repeat b (S l)) v) 1
    = (1 - q) + q * (hill dim s a v / hill dim s b v)).
  { intros v; replace (density dim s (repeat b (S l)) v) with (density dim s (repeat b (S k)) v) by (rewrite !density_repeated; reflexivity).
    rewrite density_with_one; fold q; apply Rpower_1.
    pose proof (Rdiv_lt_0_compat _ _ (hill_pos a v) (hill_pos b v)).
    pose proof (Rmult_lt_0_compat _ _ (proj1 small) H); lra. }
  assert (mixed : forall c f, (forall z, f z = exp (c + sum dim (fun i => (a i - b i) / s * z i))) ->
    mean dim (fun z => (1 - q) + q * f z) ((1 - q) + q * exp (c + y / 2))).
  { intros c f equal; pose proof (normal_vector_law dim) as lawful.
    apply (mean_ext dim (fun z => (1 - q) + q * exp (c + sum dim (fun i => (a i - b i) / s * z i)))); [intros z; rewrite equal; reflexivity|].
    apply (law_added (mean dim) lawful (fun _ => 1 - q)); [apply (of_constant _ lawful)|].
    apply (law_scaled (mean dim) lawful), mean_shifted. }
  exists (fun j => match j with O => (1 - q) + q * exp y | _ => 1 end); cbn [List.length]; rewrite repeat_length; split.
  - intros [|j] inside; cbn [nth].
    + replace (exp y) with (exp (y / 2 + y / 2)) by (f_equal; field).
      apply (mean_ext dim (fun z => (1 - q) + q * (hill dim s a (fun i => a i + s * z i) / hill dim s b (fun i => a i + s * z i))));
        [intros z; symmetry; apply ratio|apply mixed, from_a].
    + rewrite nth_repeated by lia; pose proof (mixed (- (y / 2)) _ from_b) as known.
      replace (1 - q + q * exp (- (y / 2) + y / 2)) with 1 in known by (replace (- (y / 2) + y / 2) with 0 by field; rewrite exp_0; ring).
      refine (mean_ext dim _ _ _ _ known); intros z; symmetry; apply ratio.
  - rewrite exp_ln.
    + rewrite sum_first, sum_scale, sum_const; fold q; unfold q; rewrite S_INR in *; field; lra.
    + replace (1 + (exp y - 1) / INR (S k) ^ 2) with (1 - q ^ 2 + q ^ 2 * exp y) by (unfold q; field; lra).
      pose proof (exp_pos y); assert (0 < q ^ 2 <= 1) by nra; nra.
Qed.
End Pair.

(* A trajectory with the feature 1 and the reward r at two times; at (theta, w) = 0 and with n = 1 its gradient is (0, - 2 r). *)
Definition paying (r : R) : trajectory := {| tau := 1; phi := fun _ _ => 1; rho := fun _ => 1; reward := fun _ => r |}.
Definition sent (r : R) : vector := clipped (1 + 1) 1 (gradient 1 0 (paying r) (fun _ => 0)).

Lemma sent_value r i : r = 1 \/ r = -1 -> (i < 2)%nat -> sent r i = match i with O => 0 | _ => - r end.
Proof.
  intros unit small.
  assert (first : gradient 1 0 (paying r) (fun _ => 0) 0%nat = 0) by (unfold gradient; simpl; ring).
  assert (second : gradient 1 0 (paying r) (fun _ => 0) 1%nat = - (2 * r)) by (unfold gradient, b_hat; simpl; field).
  unfold sent, clipped, Vectors.length, dot; simpl plus; cbn [sum]; rewrite first, second.
  replace (0 + 0 * 0 + - (2 * r) * - (2 * r)) with (2 * 2) by (destruct unit as [-> | ->]; ring).
  rewrite sqrt_square, Rmax_right by lra; destruct i as [|[|i]]; [rewrite first|rewrite second|lia]; field.
Qed.

Lemma sent_apart : dot 2 (fun i => sent 1 i - sent (-1) i) (fun i => sent 1 i - sent (-1) i) = 4.
Proof. unfold dot; cbn [sum]; rewrite !sent_value by (try lia; lra); ring. Qed.

(* The step on S k records, one of which pays 1 and all others - 1, against S l that all pay - 1 *)
Theorem opposite_step sigma k l : 0 < sigma ->
  step_moment 1 0 1 sigma (fun _ => 0) (paying 1 :: repeat (paying (-1)) k) (repeat (paying (-1)) (S l)) 1
    (ln (1 + (exp (4 / sigma ^ 2) - 1) / INR (S k) ^ 2)).
Proof.
  intros noise; unfold step_moment; cbn [map].
  assert (all : forall c, map (fun H => clipped (1 + 1) 1 (gradient 1 0 H (fun _ => 0))) (repeat (paying (-1)) c) = repeat (sent (-1)) c).
  { induction c as [|c IH]; [reflexivity|]; simpl repeat; cbn [map]; rewrite IH; reflexivity. }
  rewrite !all; apply (opposite_moment 2 (1 * sigma) (4 / sigma ^ 2) (sent 1) (sent (-1))); [lra|].
  rewrite sent_apart; field; lra.
Qed.

Lemma paid_data r k : data_set (paying r :: repeat (paying (-1)) k).
Proof.
  split; [discriminate|]; intros H [<-|inside]; [simpl; lia|]; apply repeat_spec in inside; rewrite inside; simpl; lia.
Qed.

Lemma one_turned k : replaced (paying 1 :: repeat (paying (-1)) k) (repeat (paying (-1)) (S k)).
Proof. exists [], (paying 1), (paying (-1)), (repeat (paying (-1)) k); split; reflexivity. Qed.
