(* Otherwise correlations multiply, and what is continuous and does so is exponential. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import LinkedList.
From dpdqn Require Import sec33_other_kernels_stationary_two_neighbours_statement.
Open Scope R_scope.

Lemma whole_part x : 0 <= x -> exists k : nat, INR k <= x < INR k + 1.
Proof.
  intros positive; destruct (archimed x) as [above below]; assert (0 < up x)%Z by (apply lt_IZR; lra).
  exists (Z.to_nat (up x - 1)); rewrite INR_IZR_INZ, Z2Nat.id, minus_IZR by lia; lra.
Qed.

Section Multiplies.
Variable (phi : R -> R).
Hypotheses (goes : forall t, continuity_pt phi t) (first : phi 0 = 1) (small : forall t, Rabs (phi t) <= 1)
  (multiplies : forall s t, 0 <= s -> 0 <= t -> s + t <= 1 -> phi (s + t) = phi s * phi t).

Lemma near t e : 0 < e -> exists d, 0 < d /\ forall s, Rabs (s - t) < d -> Rabs (phi s - phi t) < e.
Proof.
  intros positive; destruct (goes t e positive) as [d [some close]]; exists d; split; [exact some|]; intros s inside.
  destruct (Req_dec t s) as [->|other]; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; exact positive|].
  apply (close s); split; [split; [exact I|exact other]|exact inside].
Qed.

Lemma power n t : 0 <= t -> INR n * t <= 1 -> phi (INR n * t) = phi t ^ n.
Proof.
  intros positive; induction n as [|n IH]; intros below; [simpl; rewrite Rmult_0_l; exact first|].
  rewrite S_INR in *; replace ((INR n + 1) * t) with (t + INR n * t) in * by ring; pose proof (pos_INR n).
  rewrite multiplies, IH by (try apply Rmult_le_pos; lra); reflexivity.
Qed.

Lemma nonneg t : 0 <= t <= 1 -> 0 <= phi t.
Proof. intros inside; replace t with (t / 2 + t / 2) by field; rewrite multiplies by lra; apply Rle_0_sqr. Qed.

Lemma share n : (0 < n)%nat -> 0 < / INR n <= 1 /\ INR n * / INR n = 1.
Proof.
  intros some; pose proof (le_INR 1 n some) as large; simpl in large.
  split; [split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]|apply Rinv_r; lra].
Qed.

Lemma fine d : 0 < d -> exists n, (0 < n)%nat /\ / INR n < d.
Proof.
  intros positive; destruct (unbounded (/ d)) as [n large]; pose proof (Rinv_0_lt_compat d positive).
  assert (0 < n)%nat by (apply INR_lt; simpl; lra); exists n; split; [assumption|].
  rewrite <- (Rinv_inv d); apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|exact large].
Qed.

Lemma last_positive : 0 < phi 1.
Proof.
  destruct (nonneg 1 ltac:(lra)) as [positive|zero]; [exact positive|].
  destruct (near 0 (1 / 2) ltac:(lra)) as (d & some & close); destruct (fine d some) as (n & large & inside).
  destruct (share n large) as [between one]; pose proof (power n (/ INR n) ltac:(lra) ltac:(lra)) as whole; rewrite one, <- zero in whole.
  assert (phi (/ INR n) = 0) as none.
  { destruct (Req_dec (phi (/ INR n)) 0) as [equal|other]; [exact equal|]; pose proof (pow_nonzero _ n other); lra. }
  specialize (close (/ INR n)); rewrite Rminus_0_r, Rabs_pos_eq, none, first in close by lra.
  specialize (close inside); rewrite Rabs_left in close by lra; lra.
Qed.

Definition rate : R := ln (phi 1).

Lemma at_fraction k n : (0 < n)%nat -> (k <= n)%nat -> phi (INR k * / INR n) = exp (rate * (INR k * / INR n)).
Proof.
  intros some order; destruct (share n some) as [between one]; pose proof last_positive as positive.
  pose proof (power n (/ INR n) ltac:(lra) ltac:(lra)) as whole; rewrite one in whole.
  assert (0 < phi (/ INR n)) as step.
  { destruct (nonneg (/ INR n) ltac:(lra)) as [above|zero]; [exact above|]; rewrite <- zero, pow_i in whole by exact some; lra. }
  assert (rate = INR n * ln (phi (/ INR n))) as total by (unfold rate; rewrite whole, ln_pow by exact step; reflexivity).
  apply le_INR in order; assert (below : INR k * / INR n <= 1) by (rewrite <- one; apply Rmult_le_compat_r; lra).
  rewrite power by lra.
  replace (rate * (INR k * / INR n)) with (INR k * ln (phi (/ INR n))).
  - rewrite <- ln_pow, exp_ln by (try apply pow_lt; exact step); reflexivity.
  - rewrite total; replace (INR n * ln (phi (/ INR n)) * (INR k * / INR n)) with (INR n * / INR n * (INR k * ln (phi (/ INR n)))) by ring.
    rewrite one; ring.
Qed.

Theorem exponential : exists beta, 0 <= beta /\ forall t, 0 <= t <= 1 -> phi t = exp (- (beta * t)).
Proof.
  exists (- rate); split.
  - pose proof last_positive as positive; specialize (small 1); rewrite Rabs_pos_eq in small by lra.
    assert (rate <= 0); [|lra]; unfold rate; rewrite <- ln_1; destruct small as [less|equal]; [left; apply ln_increasing; lra|right; rewrite equal; reflexivity].
  - intros t inside; replace (- (- rate * t)) with (rate * t) by ring; apply Rminus_diag_uniq.
    destruct (Req_dec (phi t - exp (rate * t)) 0) as [zero|other]; [exact zero|]; pose proof (Rabs_pos_lt _ other) as gap; set (e := Rabs (phi t - exp (rate * t))) in *.
    destruct (near t (e / 2) ltac:(lra)) as (d & some & close).
    assert (continuity_pt (fun t => exp (rate * t)) t) as other_goes by reg.
    destruct (other_goes (e / 2) ltac:(lra)) as [d' [some' close']].
    destruct (fine (Rmin d d') ltac:(apply Rmin_pos; assumption)) as (n & large & step).
    pose proof (Rmin_l d d'); pose proof (Rmin_r d d'); destruct (share n large) as [between one].
    destruct (whole_part (INR n * t)) as [k part]; [apply Rmult_le_pos; [apply pos_INR|lra]|].
    assert (count : 0 < INR n) by (apply lt_0_INR, large); set (s := INR k * / INR n).
    assert (scaled : INR n * s = INR k) by (unfold s; replace (INR n * (INR k * / INR n)) with (INR n * / INR n * INR k) by ring; rewrite one; ring).
    assert (INR n * (t - s) < 1 /\ 0 <= INR n * (t - s)) as [late early] by (rewrite Rmult_minus_distr_l, scaled; lra).
    assert (distance : 0 <= t - s < / INR n).
    { split; [apply (Rmult_le_reg_l (INR n)); lra|apply (Rmult_lt_reg_l (INR n)); lra]. }
    assert (order : (k <= n)%nat) by (apply INR_le; nra).
    assert (modulus : Rabs (s - t) = t - s) by (rewrite Rabs_left1; lra).
    specialize (close s ltac:(lra)); pose proof (at_fraction k n large order) as equal; fold s in equal.
    assert (Rabs (exp (rate * s) - exp (rate * t)) < e / 2).
    { destruct (Req_dec t s) as [->|apart]; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra|].
      apply (close' s); split; [split; [exact I|exact apart]|]; simpl; unfold R_dist; lra. }
    rewrite equal in close; pose proof (Rabs_triang (phi t - exp (rate * s)) (exp (rate * s) - exp (rate * t))) as triangle.
    replace (phi t - exp (rate * s) + (exp (rate * s) - exp (rate * t))) with (phi t - exp (rate * t)) in triangle by ring.
    rewrite (Rabs_minus_sym (phi t) (exp (rate * s))) in triangle; fold e in triangle; lra.
Qed.
End Multiplies.

(* A kernel multiplies wherever a value is a multiple of another. *)
Lemma multiple_multiplies (phi : R -> R) s t : phi 0 = 1 -> 0 < s -> 0 < t -> s + t <= 1 -> Rabs (phi s) = 1 ->
  (forall a b c, 0 <= (a ^ 2 + b ^ 2 + c ^ 2) * phi 0 + 2 * (a * b * phi s + a * c * phi (s + t) + b * c * phi t)) -> phi (s + t) = phi s * phi t.
Proof.
  intros first left right below whole form; rewrite first in form; set (e := phi s) in *.
  assert (square : e * e = 1) by (rewrite <- (Rabs_pos_eq (e * e)), Rabs_mult, whole by apply Rle_0_sqr; ring).
  destruct (Req_dec (phi t - e * phi (s + t)) 0) as [equal|other].
  - replace (phi t) with (e * phi (s + t)) by lra; rewrite <- Rmult_assoc, square; ring.
  - exfalso; specialize (form (e / (phi t - e * phi (s + t))) (- / (phi t - e * phi (s + t))) 1).
    set (k := / (phi t - e * phi (s + t))) in *; assert (unit : k * (phi t - e * phi (s + t)) = 1) by (unfold k; field; exact other).
    unfold Rdiv in form; fold k in form.
    replace ((((e * k) ^ 2 + (- k) ^ 2 + 1 ^ 2) * 1 + 2 * (e * k * - k * e + e * k * 1 * phi (s + t) + - k * 1 * phi t)))
      with (1 + k * k * (1 - e * e) - 2 * (k * (phi t - e * phi (s + t)))) in form by ring.
    rewrite square, unit in form; lra.
Qed.

Theorem sec33_other_kernels_stationary_two_neighbours_verified : sec33_other_kernels_stationary_two_neighbours_statement.
Proof.
  intros phi goes first small form other; apply Classical_Prop.NNPP; intros none; apply other, (exponential phi goes first small).
  intros s t [left|<-] [right|<-] below; try (rewrite ?Rplus_0_l, ?Rplus_0_r, first; ring).
  apply Classical_Prop.NNPP; intros apart; apply none; exists 0, s, (s + t); repeat split; try lra; [|intros w_x w_y one two zero].
  - rewrite Rminus_0_r; destruct (small s) as [less|whole]; [exact less|exfalso; apply apart, multiple_multiplies; trivial].
    intros a b c; specialize (form 0 s (s + t) a b c ltac:(lra) left ltac:(lra) below).
    replace (s + t - s) with t in form by ring; rewrite !Rminus_0_r in form; exact form.
  - rewrite zero, first, !Rmult_0_l, !Rplus_0_l, Rminus_0_r, Rminus_0_r in *; apply apart.
    replace (s + t - s) with t in two by ring; rewrite <- one, <- two; ring.
Qed.
