(* Rewards that are large against the iterates: with one feature, and as long as the clip is active, each step of Algorithm 1 moves w by 1
   and noise, up for a record that pays and down for one that costs. *)
From Coq Require Import Reals Lra Lia List.
From TheoryChecks Require Import Sums Vectors NormalTail NormalMean NormalEvents Laws Draws Trajectories Releases Runs Opposites Drifts.
Import ListNotations.
Open Scope R_scope.

(* With gamma = 1/2 and features that double from time to time, A is 0. *)
Definition doubling (r : R) : trajectory := {| tau := 1; phi := fun t _ => 2 ^ t; rho := fun _ => 1; reward := fun _ => r |}.
Definition cut (u : R) : R := u / Rmax 1 (Rabs u).
Definition goes (r w : R) : R := w - cut (5 * w - 3 * r).

Lemma cut_form u : cut u = Rmax (-1) (Rmin 1 u).
Proof.
  unfold cut; destruct (Rle_dec (Rabs u) 1) as [small|large].
  - rewrite Rmax_left by exact small; assert (-1 <= u <= 1) by (revert small; unfold Rabs; destruct (Rcase_abs u); lra); rewrite Rmin_right, Rmax_right by lra; field.
  - rewrite Rmax_right by lra; destruct (Rle_dec 0 u) as [right|left].
    + rewrite Rabs_pos_eq in * by exact right; rewrite Rmin_left, Rmax_right by lra; field; lra.
    + rewrite Rabs_left in * by lra; rewrite Rmin_right, Rmax_left by lra; field; lra.
Qed.

Lemma cut_slow u v : Rabs (cut u - cut v) <= Rabs (u - v).
Proof. rewrite !cut_form; unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); unfold Rabs; repeat destruct (Rcase_abs _); lra. Qed.

Lemma cut_between u : -1 <= cut u <= 1.
Proof. rewrite cut_form; unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); lra. Qed.

Lemma goes_slow r : slow 6 (goes r).
Proof.
  intros x y; unfold goes; pose proof (cut_slow (5 * x - 3 * r) (5 * y - 3 * r)) as near.
  replace (5 * x - 3 * r - (5 * y - 3 * r)) with (5 * (x - y)) in near by ring; rewrite Rabs_mult, (Rabs_pos_eq 5) in near by lra.
  replace (x - cut (5 * x - 3 * r) - (y - cut (5 * y - 3 * r))) with ((x - y) + - (cut (5 * x - 3 * r) - cut (5 * y - 3 * r))) by ring.
  eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_Ropp; lra.
Qed.

(* Far from b/C, 3 r/5, the clip is active. *)
Lemma goes_down r w : 1 <= 5 * w - 3 * r -> goes r w = w - 1.
Proof. intros far; unfold goes; rewrite cut_form, Rmin_left, Rmax_right by lra; reflexivity. Qed.

Lemma goes_up r w : 5 * w - 3 * r <= -1 -> goes r w = w + 1.
Proof. intros far; unfold goes; rewrite cut_form, Rmin_right, Rmax_left by lra; ring. Qed.

Lemma sent_doubling r x : clipped 2 1 (gradient 1 (1 / 2) (doubling r) x) 1%nat = cut (5 * x 1%nat - 3 * r).
Proof.
  set (B := gradient 1 (1 / 2) (doubling r) x).
  assert (first : B 0%nat = 0) by (unfold B, gradient, A_hat; simpl; field).
  assert (second : B 1%nat = 5 * x 1%nat - 3 * r) by (unfold B, gradient, A_hat, C_hat, b_hat; simpl; field).
  unfold clipped, Vectors.length, dot; cbn [sum]; rewrite first, second; unfold cut.
  replace (0 + 0 * 0 + (5 * x 1%nat - 3 * r) * (5 * x 1%nat - 3 * r)) with (Rsqr (5 * x 1%nat - 3 * r)) by (unfold Rsqr; ring).
  rewrite sqrt_Rsqr_abs; f_equal; f_equal; field.
Qed.

(* N steps of Algorithm 1 on one record that pays r, and k others that pay r' *)
Lemma released_after sigma k N r r' (h : R -> R) : forall g, after sigma (/ INR (S k)) (goes r) (goes r') N h g ->
  forall seen x, released 1 (1 / 2) sigma (fun _ => 1) N 1 (doubling r :: repeat (doubling r') k) (x :: seen)
    (fun seen => h (current seen 1%nat)) (g (x 1%nat)).
Proof.
  induction N as [|N IH]; intros g; [intros same seen x; simpl in *; rewrite same; reflexivity|].
  intros (f & known & next) seen x; destruct (next (x 1%nat)) as (a & b & first & second & ->).
  exists (fun y => f (y 1%nat)), (fun j => match j with O => a | _ => b end); split; [intros y; exact (IH f known (x :: seen) y)|].
  cbn [List.length]; rewrite repeat_length; split.
  - assert (one : forall R_ l, mean_of_one (fun z => f (goes R_ (x 1%nat) - sigma * z)) l ->
      mean (1 + 1) (fun z => f (Runs.step 1 (1 / 2) sigma 1 1 (doubling R_) (current (x :: seen)) z 1%nat)) l).
    { intros R_ l of; exists (fun z => f (goes R_ (x 1%nat) - sigma * z)); split; [|exact of]; intros z.
      apply (mean_ext 1 (fun _ => f (goes R_ (x 1%nat) - sigma * z))); [|apply (of_constant _ (normal_vector_law 1))].
      intros y; f_equal; unfold Runs.step; cbn [current hd]; change (1 + 1)%nat with 2%nat; rewrite sent_doubling; unfold goes; simpl; ring. }
    intros [|j] small; cbn [nth]; [apply one, first|]; rewrite nth_repeated by lia; apply one, second.
  - rewrite sum_first, sum_const; field_simplify; [|apply not_0_INR; lia|apply not_0_INR; lia].
    rewrite S_INR; pose proof (pos_INR k); field; lra.
Qed.

Lemma exp_power x n : exp x ^ n = exp (INR n * x).
Proof. induction n as [|n IH]; [simpl; rewrite Rmult_0_l, exp_0; reflexivity|rewrite S_INR; simpl; rewrite IH, <- exp_plus; f_equal; ring]. Qed.

Lemma far_enough rate c v B eta : 0 < rate -> 0 < B -> 0 < eta -> exists low, forall far, low <= far -> exp (rate * (c - far) + v) * B <= eta.
Proof.
  intros positive some few; exists (c + (v - ln (eta / B)) / rate); intros far away.
  assert (quotient : 0 < eta / B) by (apply Rdiv_lt_0_compat; assumption).
  apply (Rmult_le_reg_r (/ B)); [apply Rinv_0_lt_compat, some|]; rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra.
  rewrite <- (exp_ln _ quotient) at 1; apply exp_le.
  assert (rate * ((v - ln (eta / B)) / rate) = v - ln (eta / B)) by (field; lra); nra.
Qed.

Lemma below_exponential rate e t h : 0 <= rate -> (forall w, h w <= 1 /\ (0 < e * (t - w) -> h w <= 0)) ->
  forall w, h w <= exp (rate * (e * (w - t))).
Proof.
  intros positive event w; destruct (event w) as [most none]; pose proof (exp_pos (rate * (e * (w - t)))) as some.
  destruct (Rlt_dec 0 (e * (t - w))) as [away|near]; [specialize (none away); lra|].
  assert (0 <= rate * (e * (w - t))) by (apply Rmult_le_pos; lra); pose proof (exp_ineq1_le (rate * (e * (w - t)))); lra.
Qed.
