(* Q-learning with one weight on states that move on and around: each batch of steps draws a path as noise, adds a multiple of
   the mean temporal difference to the weight, and what is released is a function of it, with a path on top. *)
From Coq Require Import Reals Lra Lia Arith List.
From TheoryChecks Require Import Sums Bridge GridNorm LemmaWords GaussianFamilies PathSums.
Open Scope R_scope.

Definition next (move s : R) : R := if Rlt_dec 1 (s + move) then s + move - 1 else s + move.
Fixpoint state (move start : R) (i : nat) : R := match i with O => start | S k => next move (state move start k) end.

(* Batch j takes the steps from j B on, and path j. *)
Section Noise.
Variables (gradient : R) (B : nat) (direction alpha gamma inner c move start difference : R).

(* The noise of batch j, and that of all batches in gradient theta *)
Definition noise_of (j : nat) : weighted :=
  (listed B (fun i => (/ INR B, (j, state move start (j * B + i))))
   ++ listed B (fun i => (- c / INR B, (j, state move start (S (j * B + i))))))%list.
Let step := alpha * direction * gradient ^ 2.
Let rest := 1 + step * (1 - gamma).
Fixpoint trained (J : nat) : weighted :=
  match J with O => nil | S j => (scaled rest (trained j) ++ scaled (step * inner) (noise_of j))%list end.
Fixpoint drift (bonus : R) (J : nat) : R := match J with O => 0 | S j => rest * drift bonus j + step * (difference - bonus) end.

Hypothesis some : (0 < B)%nat.

Lemma drift_apart J : drift 0 J - drift 1 J = step * sum J (fun i => rest ^ i).
Proof.
  induction J as [|j IH]; [simpl; ring|]; rewrite sum_first; cbn [drift].
  rewrite (sum_ext j _ (fun i => rest * rest ^ i)) by (intros; simpl; ring); rewrite (sum_scale j rest (fun i => rest ^ i)).
  replace (rest * drift 0 j + step * (difference - 0) - (rest * drift 1 j + step * (difference - 1)))
    with (rest * (drift 0 j - drift 1 j) + step) by ring; rewrite IH, pow_O; ring.
Qed.

Lemma paths_of_trained J : forall d k x, In (d, (k, x)) (trained J) -> (k < J)%nat.
Proof.
  induction J as [|j IH]; simpl; [tauto|]; intros d k x held; apply in_app_or in held; destruct held as [held|held];
    apply in_scaled in held; destruct held as [e held]; [specialize (IH _ _ _ held); lia|].
  apply in_app_or in held; destruct held as [held|held]; apply in_listed in held; destruct held as (i & _ & equal);
    apply (f_equal (fun t => fst (snd t))) in equal; unfold fst, snd in equal; lia.
Qed.

Lemma mass_of_noise j : mass j (noise_of j) = 1 - c.
Proof.
  pose proof (lt_0_INR B some); unfold noise_of; rewrite mass_app, !mass_listed; simpl fst; simpl snd; rewrite Nat.eqb_refl, !sum_const.
  field; lra.
Qed.

Lemma mass_of_trained J n : (J <= S n)%nat -> mass n (trained J) = if Nat.eqb J (S n) then step * inner * (1 - c) else 0.
Proof.
  intros late; destruct (Nat.eqb_spec J (S n)) as [->|other].
  - cbn [trained]; rewrite mass_app, !mass_scaled, mass_of_noise, (mass_apart n (trained n)); [ring|].
    intros d k x held; apply paths_of_trained in held; lia.
  - apply mass_apart; intros d k x held; apply paths_of_trained in held; lia.
Qed.

Hypotheses (within : 0 <= start <= 1) (forward : 0 <= move <= 1).

Lemma next_inside s : 0 <= s <= 1 -> 0 <= next move s <= 1.
Proof. intros on; unfold next; destruct (Rlt_dec 1 (s + move)); lra. Qed.

Lemma state_inside i : 0 <= state move start i <= 1.
Proof. induction i as [|i IH]; [exact within|apply next_inside, IH]. Qed.

Lemma inside_noise j : inside (noise_of j).
Proof.
  apply inside_app; intros d k x held; apply in_listed in held; destruct held as (i & _ & equal);
    apply (f_equal (fun t => snd (snd t))) in equal; unfold snd in equal; rewrite <- equal; apply state_inside.
Qed.

Lemma inside_trained J : inside (trained J).
Proof. induction J as [|j IH]; [intros d k x held; destruct held|]; apply inside_app; apply inside_scaled; [exact IH|apply inside_noise]. Qed.

Lemma apart_batches beta j : covariance beta (trained j) (noise_of j) = 0.
Proof.
  rewrite covariance_symmetric; assert (all : forall l, (forall d k x, In (d, (k, x)) l -> k = j) -> covariance beta l (trained j) = 0).
  { induction l as [|[d [k x]] l IH]; intros own; simpl; [reflexivity|]; rewrite IH by (intros; apply (own d0 _ x0); right; assumption).
    rewrite (own d k x) by (left; reflexivity); rewrite against_apart; [ring|].
    intros e m y held; apply paths_of_trained in held; lia. }
  apply all; intros d k x held; apply in_app_or in held; destruct held as [held|held]; apply in_listed in held;
    destruct held as (i & _ & equal); inversion equal; reflexivity.
Qed.

Lemma covariance_of_trained beta spread J : inner * (inner - 1) = 0 ->
  (forall j, (j < J)%nat -> covariance beta (noise_of j) (noise_of j) = spread) ->
  covariance beta (trained J) (trained J) = inner * step ^ 2 * spread * sum J (fun i => rest ^ (2 * i)).
Proof.
  intros one all; induction J as [|j IH]; [simpl; ring|]; cbn [trained]; rewrite sum_first.
  rewrite covariance_sum, IH by (intros; apply all; lia); rewrite covariance_scaled, !(covariance_symmetric beta _ (scaled (step * inner) _)).
  rewrite !covariance_scaled, (covariance_symmetric beta (noise_of j) (trained j)), apart_batches, all by lia.
  rewrite (sum_ext j (fun i => rest ^ (2 * S i)) (fun i => rest ^ 2 * rest ^ (2 * i))), sum_scale
    by (intros; rewrite <- pow_add; f_equal; lia).
  simpl (2 * 0)%nat; simpl (_ ^ 0).
  replace (step * inner * (step * inner * spread)) with (step ^ 2 * (inner * inner) * spread) by ring.
  replace (inner * inner) with inner by lra; ring.
Qed.
End Noise.

Lemma state_from move start a i : state move start (a + i) = state move (state move start a) i.
Proof. induction i as [|i IH]; [rewrite Nat.add_0_r; reflexivity|]; rewrite Nat.add_succ_r; simpl; rewrite IH; reflexivity. Qed.

Lemma state_stays start i : 0 <= start <= 1 -> state 0 start i = start.
Proof. intros on; induction i as [|i IH]; simpl; [reflexivity|]; rewrite IH; unfold next; destruct (Rlt_dec 1 (start + 0)); lra. Qed.

(* B steps of 1/B go around once: the states are those of a grid, in another order. *)
Lemma around B start i : (0 < B)%nat -> 0 <= start <= 1 -> (i < B)%nat ->
  state (/ INR B) start i = if Rle_dec (start + INR i / INR B) 1 then start + INR i / INR B else start + INR i / INR B - 1.
Proof.
  intros some on small; pose proof (lt_0_INR B some); assert (0 < / INR B) by (apply Rinv_0_lt_compat; lra).
  induction i as [|i IH].
  - simpl; replace (start + 0 / INR B) with start by (field; lra); destruct (Rle_dec start 1); lra.
  - cbn [state]; rewrite IH by lia; apply lt_INR in small; rewrite S_INR in *.
    assert (step : (INR i + 1) / INR B = INR i / INR B + / INR B) by (field; lra); rewrite step.
    assert (high : INR i / INR B + / INR B < 1) by (rewrite <- step; apply (Rmult_lt_reg_r (INR B)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
    unfold next; destruct (Rle_dec (start + INR i / INR B) 1); destruct (Rle_dec (start + (INR i / INR B + / INR B)) 1);
      match goal with |- context [Rlt_dec 1 ?x] => destruct (Rlt_dec 1 x) end; lra.
Qed.

Lemma turn (p : nat -> Prop) n : (forall i, p i \/ ~ p i) -> (forall i, p (S i) -> p i) ->
  exists k, (k <= n)%nat /\ (forall i, (i < k)%nat -> p i) /\ forall i, (k <= i < n)%nat -> ~ p i.
Proof.
  intros decided down; induction n as [|n (k & small & yes & no)]; [exists 0%nat; repeat split; intros; lia|].
  destruct (decided n) as [still|gone].
  - exists (S n); repeat split; [lia| |intros; lia]; intros i low.
    assert (all : forall d, p (n - d)%nat).
    { induction d as [|d IH]; [rewrite Nat.sub_0_r; exact still|]; destruct (le_lt_dec n d) as [over|under].
      - replace (n - S d)%nat with (n - d)%nat by lia; exact IH.
      - apply down; replace (S (n - S d)) with (n - d)%nat by lia; exact IH. }
    replace i with (n - (n - i))%nat by lia; apply all.
  - exists k; repeat split; [lia|exact yes|]; intros i between; destruct (Nat.eq_dec i n) as [->|]; [exact gone|apply no; lia].
Qed.

Lemma rotated B start : (0 < B)%nat -> 0 <= start <= 1 -> exists first, forall F : R -> R,
  sum B (fun i => F (state (/ INR B) start i)) = sum B (fun i => F (first + INR i / INR B)).
Proof.
  intros some on; pose proof (lt_0_INR B some).
  destruct (turn (fun i => start + INR i / INR B <= 1) B) as (k & small & yes & no).
  - intros i; destruct (Rle_dec (start + INR i / INR B) 1); [left|right]; assumption.
  - intros i; rewrite S_INR; assert (0 < / INR B) by (apply Rinv_0_lt_compat; lra); unfold Rdiv; nra.
  - exists (start + INR k / INR B - 1); intros F; replace B with (k + (B - k))%nat at 1 by lia; rewrite sum_split.
    replace (sum B (fun i => F (start + INR k / INR B - 1 + INR i / INR B)))
      with (sum ((B - k) + k) (fun i => F (start + INR k / INR B - 1 + INR i / INR B))) by (f_equal; lia).
    rewrite sum_split, Rplus_comm; f_equal; apply sum_ext; intros i low; rewrite around by (assumption || lia); f_equal.
    + destruct (Rle_dec (start + INR (k + i) / INR B) 1) as [h|_]; [destruct (no (k + i)%nat ltac:(lia) h)|]; rewrite plus_INR; field; lra.
    + destruct (Rle_dec (start + INR i / INR B) 1) as [_|h]; [|destruct (h (yes i low))].
      rewrite plus_INR, minus_INR by lia; field; lra.
Qed.

Lemma pairs_of_grid h B : sum B (fun i => sum B (fun j => h (if Nat.leb i j then (j - i)%nat else (i - j)%nat))) =
  INR B * h 0%nat + 2 * sum (B - 1) (fun d => (INR B - INR (S d)) * h (S d)).
Proof.
  assert (row : forall n, sum n (fun j => h (n - j)%nat) = sum n (fun d => h (S d))).
  { induction n as [|n IH]; [reflexivity|]; rewrite sum_first; cbn [sum]; rewrite <- IH, Nat.sub_0_r, Rplus_comm; f_equal. }
  induction B as [|n IH]; [simpl; ring|].
  cbn [sum]; rewrite sum_add; rewrite (sum_ext n (fun i => h (if Nat.leb i n then (n - i)%nat else (i - n)%nat)) (fun i => h (n - i)%nat))
    by (intros i small; replace (Nat.leb i n) with true by (symmetry; apply Nat.leb_le; lia); reflexivity).
  rewrite (sum_ext n (fun j => h (if Nat.leb n j then (j - n)%nat else (n - j)%nat)) (fun i => h (n - i)%nat))
    by (intros i small; replace (Nat.leb n i) with false by (symmetry; apply Nat.leb_gt; lia); reflexivity).
  rewrite IH, row, Nat.leb_refl, Nat.sub_diag; replace (S n - 1)%nat with n by lia.
  rewrite (sum_ext n (fun d => (INR (S n) - INR (S d)) * h (S d)) (fun d => (INR n - INR (S d)) * h (S d) + h (S d)))
    by (intros; rewrite (S_INR n); ring).
  rewrite sum_add, S_INR; destruct n as [|n]; [simpl; ring|]; replace (S n - 1)%nat with n by lia.
  cbn [sum]; rewrite Rminus_diag_eq by reflexivity; ring.
Qed.

Lemma pairs_around beta B start : (0 < B)%nat -> 0 <= start <= 1 ->
  sum B (fun i => sum B (fun j => kernel beta (state (/ INR B) start i) (state (/ INR B) start j))) =
  INR B ^ 2 - 2 * sum (B - 1) (fun d => (INR B - INR (S d)) * (1 - exp (- (beta * / INR B * INR (S d))))).
Proof.
  intros some on; pose proof (lt_0_INR B some); destruct (rotated B start some on) as [first same].
  rewrite (same (fun x => sum B (fun j => kernel beta x (state (/ INR B) start j)))).
  rewrite (sum_ext B _ (fun i => sum B (fun j => exp (- (beta * / INR B * INR (if Nat.leb i j then (j - i)%nat else (i - j)%nat)))))).
  - rewrite (pairs_of_grid (fun d => exp (- (beta * / INR B * INR d)))); change (INR 0) with 0; rewrite Rmult_0_r, Ropp_0, exp_0.
    rewrite (sum_ext (B - 1) (fun d => (INR B - INR (S d)) * (1 - _)) (fun d => (INR B - INR (S d)) - (INR B - INR (S d)) * exp (- (beta * / INR B * INR (S d)))))
      by (intros; ring).
    rewrite sum_sub; assert (whole : 2 * sum (B - 1) (fun d => INR B - INR (S d)) = INR B ^ 2 - INR B).
    { pose proof (pairs_of_grid (fun _ => 1) B) as all; cbv beta in all; rewrite (sum_ext B _ (fun _ => INR B)), sum_const in all
        by (intros; rewrite sum_const; ring).
      rewrite (sum_ext (B - 1) _ (fun d => INR B - INR (S d))) in all by (intros; ring); lra. }
    cbv beta in *; lra.
  - intros i _; rewrite (same (fun y => kernel beta (first + INR i / INR B) y)); apply sum_ext; intros j _; unfold kernel; do 2 f_equal.
    replace (first + INR i / INR B - (first + INR j / INR B)) with ((INR i - INR j) * / INR B) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (/ INR B)) by (left; apply Rinv_0_lt_compat; lra); rewrite Rmult_assoc, (Rmult_comm (/ INR B)).
    do 2 f_equal; destruct (Nat.leb_spec i j); rewrite minus_INR by lia.
    + apply le_INR in H0; rewrite Rabs_left1 by lra; ring.
    + apply lt_INR in H0; rewrite Rabs_pos_eq by lra; ring.
Qed.

Lemma covariance_of_noise beta B c move start j : (0 < B)%nat ->
  covariance beta (noise_of B c move start j) (noise_of B c move start j) =
  (sum B (fun i => sum B (fun k => kernel beta (state move start (j * B + i)) (state move start (j * B + k))))
   - 2 * c * sum B (fun i => sum B (fun k => kernel beta (state move start (j * B + i)) (state move start (S (j * B + k)))))
   + c ^ 2 * sum B (fun i => sum B (fun k => kernel beta (state move start (S (j * B + i))) (state move start (S (j * B + k)))))) / INR B ^ 2.
Proof.
  intros some; pose proof (lt_0_INR B some); unfold noise_of; set (own := listed B _); set (other := listed B (fun i => (- c / INR B, _))).
  assert (blocks : forall a b (s t : nat -> R), covariance beta (listed B (fun i => (a, (j, s i)))) (listed B (fun i => (b, (j, t i)))) =
    a * b * sum B (fun i => sum B (fun k => kernel beta (s i) (t k)))).
  { intros a b s t; rewrite covariance_listed; simpl fst; simpl snd; rewrite <- sum_scale; apply sum_ext; intros i _.
    rewrite against_listed; unfold link; simpl fst; simpl snd; rewrite Nat.eqb_refl, sum_scale; ring. }
  rewrite covariance_app, !(covariance_symmetric beta _ (own ++ other)%list), !covariance_app, (covariance_symmetric beta other own).
  unfold own, other; rewrite !blocks; field; lra.
Qed.

Lemma spread_of_batch beta B c move start j : (0 < B)%nat -> 0 < beta -> 0 <= start <= 1 ->
  move * (move * Rmax (INR B) 2 - 1) = 0 -> c * move * (INR B - 1) = 0 ->
  let near := sum (place (move * INR B * (INR B - 1))) (fun i => (INR B - INR (S i)) * (1 - exp (- (beta * move * INR (S i))))) in
  0 <= move <= 1 /\ covariance beta (noise_of B c move start j) (noise_of B c move start j) =
    (1 - c) ^ 2 * (1 - 2 * near / INR B ^ 2) + 2 * c * (1 - exp (- (beta * move))).
Proof.
  intros some positive on steps read near; pose proof (lt_0_INR B some).
  destruct (Req_EM_T move 0) as [->|moving].
  - split; [lra|]; rewrite covariance_of_noise by exact some.
    assert (one : forall s t : nat -> nat, sum B (fun i => sum B (fun k => kernel beta (state 0 start (s i)) (state 0 start (t k)))) = INR B ^ 2).
    { intros s t; rewrite (sum_ext B _ (fun _ => INR B)), sum_const; [ring|]; intros i _.
      rewrite (sum_ext B _ (fun _ => 1)), sum_const; [ring|]; intros k _; rewrite !state_stays by exact on; apply kernel_same. }
    rewrite (one (fun i => (j * B + i)%nat) (fun i => (j * B + i)%nat)), (one (fun i => (j * B + i)%nat) (fun i => S (j * B + i))),
      (one (fun i => S (j * B + i)) (fun i => S (j * B + i))).
    unfold near; replace (0 * INR B * (INR B - 1)) with (INR 0) by (simpl; ring); rewrite place_INR; simpl sum.
    replace (exp (- (beta * 0))) with 1 by (rewrite Rmult_0_r, Ropp_0, exp_0; reflexivity); field; lra.
  - assert (size : move * Rmax (INR B) 2 = 1) by (apply (Rmult_eq_reg_l move); lra).
    destruct (Nat.eq_dec B 1) as [->|more].
    + simpl INR in *; rewrite Rmax_right in size by lra; assert (move = / 2) by lra; subst move; split; [lra|].
      rewrite covariance_of_noise by exact some; unfold near; replace (/ 2 * 1 * (1 - 1)) with (INR 0) by (simpl; ring); rewrite place_INR.
      simpl sum; rewrite !kernel_same; set (s := state (/ 2) start (j * 1 + 0)).
      assert (half : kernel beta s (next (/ 2) s) = exp (- (beta * / 2))).
      { unfold kernel, next; do 2 f_equal; destruct (Rlt_dec 1 (s + / 2)).
        - rewrite Rabs_pos_eq by lra; field.
        - rewrite Rabs_left1 by lra; field. }
      rewrite half; change (INR 1) with 1; field.
    + assert (two : 2 <= INR B) by (replace 2 with (INR 2) by (simpl; ring); apply le_INR; lia).
      rewrite Rmax_left in size by lra; assert (is : move = / INR B) by (apply (Rmult_eq_reg_r (INR B)); [rewrite Rinv_l|]; lra); subst move.
      assert (c = 0).
      { destruct (Rmult_integral _ _ read) as [zero|zero]; [|lra]; destruct (Rmult_integral _ _ zero) as [|zero']; [assumption|contradiction]. }
      subst c; assert (0 < / INR B) by (apply Rinv_0_lt_compat; lra).
      assert (/ INR B <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra); split; [lra|].
      rewrite covariance_of_noise by exact some.
      rewrite (sum_ext B _ (fun i => sum B (fun k => kernel beta (state (/ INR B) (state (/ INR B) start (j * B)) i) (state (/ INR B) (state (/ INR B) start (j * B)) k))))
        by (intros i _; apply sum_ext; intros k _; rewrite !state_from; reflexivity).
      rewrite pairs_around by (exact some || (apply state_inside; lra)).
      unfold near; replace (/ INR B * INR B * (INR B - 1)) with (INR (B - 1)) by (rewrite minus_INR by lia; simpl; field; lra).
      rewrite place_INR; field; lra.
Qed.

Section Release.
Context {Omega : Type} (g : nat -> R -> Omega -> R).
Variables (path gradient L : R) (B : nat) (direction alpha gamma inner c move start difference kept : R).

Definition valued (theta s : R) : R := gradient * theta + L * s.
(* The reward of one data set for bonus = 0, of the other one for bonus = 1 *)
Definition reward (bonus s : R) : R := L * s - gamma * L * next move s - difference + bonus.
Definition temporal (bonus theta : R) (j i : nat) (w : Omega) : R :=
  let s := state move start (j * B + i) in
  valued theta s - reward bonus s - gamma * valued theta (next move s) + inner * (g j s w - c * g j (next move s) w).
Fixpoint theta (bonus : R) (J : nat) (w : Omega) : R := match J with
  | O => 0
  | S j => theta bonus j w + direction * alpha * gradient * (sum B (fun i => temporal bonus (theta bonus j w) j i w) / INR B)
  end.
Definition added_path (J : nat) : nat := if Req_EM_T kept 1 then (J - 1)%nat else J.
Definition released (bonus : R) (J : nat) (w : Omega) (x : R) : R := valued (theta bonus J w) x + path * g (added_path J) x w.

Lemma theta_value bonus J w : (0 < B)%nat -> gradient * theta bonus J w =
  drift gradient direction alpha gamma difference bonus J + value g (trained gradient B direction alpha gamma inner c move start J) w.
Proof.
  intros some; pose proof (lt_0_INR B some); induction J as [|j IH]; [simpl; ring|]; cbn [theta drift trained].
  set (t := theta bonus j w) in *; rewrite value_app, !value_scaled; unfold noise_of; rewrite value_app, !value_listed; simpl fst; simpl snd.
  rewrite (sum_ext B (fun i => temporal bonus t j i w) (fun i => ((1 - gamma) * (gradient * t) + difference - bonus) + (inner * INR B)
    * (/ INR B * g j (state move start (j * B + i)) w + - c / INR B * g j (state move start (S (j * B + i))) w))).
  - rewrite sum_add, sum_const, sum_scale, sum_add.
    set (a := sum B (fun i => / INR B * _)); set (b := sum B (fun i => - c / INR B * _)).
    replace (gradient * (t + direction * alpha * gradient * ((INR B * ((1 - gamma) * (gradient * t) + difference - bonus) + inner * INR B * (a + b)) / INR B)))
      with ((1 + alpha * direction * gradient ^ 2 * (1 - gamma)) * (gradient * t) + alpha * direction * gradient ^ 2 * (difference - bonus)
        + alpha * direction * gradient ^ 2 * inner * (a + b)) by (field; lra).
    rewrite IH; ring.
  - intros i _; unfold temporal, valued, reward; cbn [state]; field; lra.
Qed.

End Release.
