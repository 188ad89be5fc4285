(* The squared norm g^T K^-1 g of values at points i/N of [0, 1] for the kernel exp(-beta |x - y|), in closed form. *)
From Coq Require Import Reals Lra Lia Arith.
From TheoryChecks Require Import Sums Vectors Bridge.
Open Scope R_scope.

Definition gram (beta : R) (N : nat) : matrix := fun i j => kernel beta (INR i / INR N) (INR j / INR N).

(* norm is g^T w for the solution of K w = g. *)
Definition grid_norm (beta : R) (N : nat) (g : vector) (norm : R) : Prop :=
  exists w, same (S N) (image (S N) (gram beta N) w) g /\ norm = dot (S N) g w.

Definition steps (N : nat) (g : vector) : R := sum N (fun i => (g (S i) - g i) ^ 2).
Definition edge_means (N : nat) (g : vector) : R := sum N (fun i => (g i ^ 2 + g (S i) ^ 2) / 2).

Lemma sum_first n f : sum (S n) f = f O + sum n (fun i => f (S i)).
Proof. induction n as [|n IH]; [simpl; ring|]; change (sum (S n) f + f (S n) = f O + (sum n (fun i => f (S i)) + f (S n))); rewrite IH; ring. Qed.

Lemma sum_split n m f : sum (n + m) f = sum n f + sum m (fun i => f (n + i)%nat).
Proof. induction m as [|m IH]; [rewrite Nat.add_0_r; simpl; ring|]; rewrite Nat.add_succ_r; cbn [sum]; rewrite IH; ring. Qed.

Section Grid.
Variables (beta : R) (N : nat).
Hypotheses (positive : 0 < beta) (some : (0 < N)%nat).
Let q : R := exp (- (beta / INR N)).

Lemma decay_between : 0 < q < 1.
Proof.
  unfold q; split; [apply exp_pos|]; rewrite <- exp_0; apply exp_increasing.
  assert (0 < beta / INR N) by (apply Rdiv_lt_0_compat; [exact positive|apply lt_0_INR, some]); lra.
Qed.

Lemma exp_times n x : exp (INR n * x) = exp x ^ n.
Proof. induction n as [|n IH]; [simpl; rewrite Rmult_0_l; apply exp_0|]; rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH; simpl; ring. Qed.

Lemma gram_up i d : gram beta N i (i + d)%nat = q ^ d.
Proof.
  unfold gram, kernel, q; pose proof (lt_0_INR N some); rewrite <- exp_times, plus_INR; f_equal; pose proof (pos_INR d).
  replace (INR i / INR N - (INR i + INR d) / INR N) with (- (INR d / INR N)) by (field; lra).
  rewrite Rabs_Ropp, Rabs_pos_eq by (apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat; assumption]); field; lra.
Qed.

Lemma gram_symmetric i j : gram beta N i j = gram beta N j i.
Proof. unfold gram, kernel; rewrite Rabs_minus_sym; reflexivity. Qed.

Variable w : vector.

(* What lies on the left of point i, and from there on. *)
Let front (i : nat) : R := sum i (fun j => q ^ (i - j) * w j).
Let tail (n i : nat) : R := sum n (fun d => q ^ d * w (i + d)%nat).
Let t (i : nat) : R := tail (S N - i) i.

Lemma front_next i : front (S i) = q * (front i + w i).
Proof.
  unfold front; cbn [sum]; replace (S i - i)%nat with 1%nat by lia.
  rewrite (sum_ext i _ (fun j => q * (q ^ (i - j) * w j))), sum_scale; [simpl; ring|].
  intros j small; replace (S i - j)%nat with (S (i - j)) by lia; simpl; ring.
Qed.

Lemma tail_next i : (i < S N)%nat -> t i = w i + q * t (S i).
Proof.
  intros small; unfold t, tail; replace (S N - i)%nat with (S (S N - S i)) by lia; rewrite sum_first, Nat.add_0_r, <- sum_scale.
  rewrite (sum_ext _ (fun d => q ^ S d * w (i + S d)%nat) (fun d => q * (q ^ d * w (S i + d)%nat))); [simpl; ring|].
  intros d _; rewrite Nat.add_succ_r; simpl; ring.
Qed.

Lemma image_split i : (i < S N)%nat -> image (S N) (gram beta N) w i = front i + t i.
Proof.
  intros small; unfold image, front, t, tail; replace (S N) with (i + (S N - i))%nat at 1 by lia.
  rewrite sum_split; f_equal; apply sum_ext; intros j below.
  - rewrite gram_symmetric; replace i with (j + (i - j))%nat at 1 by lia; rewrite gram_up; reflexivity.
  - rewrite gram_up; reflexivity.
Qed.

Variable g : vector.
Hypothesis (solved : same (S N) (image (S N) (gram beta N) w) g).

Lemma value_split i : (i < S N)%nat -> g i = front i + t i.
Proof. intros small; rewrite <- (solved i small); apply image_split, small. Qed.

Lemma step_value i : (S i < S N)%nat -> g (S i) - q * g i = (1 - q * q) * t (S i).
Proof. intros small; rewrite !value_split, front_next, (tail_next i) by lia; ring. Qed.

Lemma partial_product n : (n < S N)%nat ->
  sum (S n) (fun i => g i * w i) = g O ^ 2 + sum n (fun i => t (S i) * (g (S i) - q * g i)) - q * t (S n) * g n.
Proof.
  induction n as [|n IH]; intros small.
  - simpl; rewrite (value_split O) by lia; unfold front; simpl; pose proof (tail_next O ltac:(lia)) as first.
    replace (w O) with (t O - q * t 1%nat) by lra; ring.
  - change (sum (S n) (fun i => g i * w i) + g (S n) * w (S n) =
      g O ^ 2 + (sum n (fun i => t (S i) * (g (S i) - q * g i)) + t (S n) * (g (S n) - q * g n)) - q * t (S (S n)) * g (S n)).
    rewrite IH by lia; pose proof (tail_next (S n) ltac:(lia)) as next.
    replace (w (S n)) with (t (S n) - q * t (S (S n))) by lra; ring.
Qed.

Lemma norm_by_steps : dot (S N) g w = g O ^ 2 + sum N (fun i => (g (S i) - q * g i) ^ 2 / (1 - q * q)).
Proof.
  pose proof decay_between as inside; unfold dot; rewrite partial_product by lia.
  replace (t (S N)) with 0 by (unfold t, tail; replace (S N - S N)%nat with 0%nat by lia; reflexivity).
  rewrite (sum_ext N _ (fun i => (g (S i) - q * g i) ^ 2 / (1 - q * q))); [ring|].
  intros i small; rewrite step_value by lia; field; nra.
Qed.

Lemma steps_by_parts n : sum n (fun i => (g (S i) - q * g i) ^ 2 / (1 - q * q)) =
  (g n ^ 2 - g O ^ 2) / 2 + (1 - q) / (1 + q) * edge_means n g + q / (1 - q * q) * steps n g.
Proof.
  pose proof decay_between as inside; assert (0 < 1 - q * q) by nra; assert (0 < (1 - q) * (1 + q)) by nra.
  unfold edge_means, steps; induction n as [|n IH]; cbn [sum]; [field; lra|]; rewrite IH; field; lra.
Qed.
End Grid.

Theorem grid_norm_value beta N g norm : 0 < beta -> (0 < N)%nat -> grid_norm beta N g norm ->
  let q := exp (- (beta / INR N)) in
  norm = (g O ^ 2 + g N ^ 2) / 2 + (1 - q) / (1 + q) * edge_means N g + q / (1 - q * q) * steps N g.
Proof.
  intros positive some (w & solved & ->) q.
  rewrite (norm_by_steps beta N positive some w g solved), (steps_by_parts beta N positive some g N); fold q; field.
  pose proof (decay_between beta N positive some) as inside; fold q in inside; nra.
Qed.

(* The equations are solved by differences. *)
Theorem grid_norm_exists beta N g : 0 < beta -> (0 < N)%nat -> exists norm, grid_norm beta N g norm.
Proof.
  intros positive some; pose proof (decay_between beta N positive some) as inside; set (q := exp (- (beta / INR N))) in *.
  set (h := fun i => match i with O => g O | S j => if Nat.ltb i (S N) then (g i - q * g j) / (1 - q * q) else 0 end).
  set (w := fun i => h i - q * h (S i)); exists (dot (S N) g w), w; split; [|reflexivity]; intros i small.
  rewrite (image_split beta N some w i small); fold q.
  assert (late : forall n j, sum n (fun d => q ^ d * w (j + d)%nat) = h j - q ^ n * h (j + n)%nat).
  { intros n j; induction n as [|n IH]; cbn [sum]; [rewrite Nat.add_0_r; simpl; ring|].
    rewrite IH; unfold w; rewrite Nat.add_succ_r; simpl; ring. }
  rewrite late; replace (i + (S N - i))%nat with (S N) by lia.
  replace (h (S N)) with 0 by (unfold h; rewrite Nat.ltb_irrefl; reflexivity); rewrite Rmult_0_r, Rminus_0_r.
  induction i as [|i IH]; [simpl; ring|]; pose proof (front_next beta N some w i) as next; fold q in next; rewrite next; specialize (IH ltac:(lia)).
  replace (sum i (fun j => q ^ (i - j) * w j)) with (g i - h i) by lra; unfold w.
  assert (step : h (S i) = (g (S i) - q * g i) / (1 - q * q)) by (unfold h; rewrite (proj2 (Nat.ltb_lt (S i) (S N)) small); reflexivity).
  rewrite step; field; nra.
Qed.
