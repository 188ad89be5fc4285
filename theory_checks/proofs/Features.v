(* C = Phi' D Phi and A = Phi' D (I - gamma P) Phi for k features phi i s of n states with the weights D s, and when they have inverses. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Vectors Optimal Estimates.
Open Scope R_scope.

Definition vanishes (k : nat) (x : vector) : Prop := same k x (fun _ => 0).
Definition one_to_one (k : nat) (M : matrix) : Prop := forall x, vanishes k (image k M x) -> vanishes k x.

Section Features.
Variables (n k : nat) (D : vector) (phi : nat -> nat -> R).

Definition C : matrix := fun i j => sum n (fun s => D s * phi i s * phi j s).
(* Phi' D (I - gamma P) Phi, for the transitions P of the evaluated policy *)
Definition A (gamma : R) (P : nat -> nat -> R) : matrix := fun i j =>
  sum n (fun s => D s * phi i s * (phi j s - gamma * sum n (fun t => P s t * phi j t))).
(* The rows of Phi that belong to visited states, applied to x *)
Definition seen (x : vector) : Prop := forall s, (s < n)%nat -> 0 < D s -> sum k (fun i => phi i s * x i) = 0.
End Features.

Lemma sum_of_nothing n f : (forall i, (i < n)%nat -> 0 <= f i) -> sum n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof.
  induction n as [|n IH]; intros nonneg zero i small; [lia|]; cbn [sum] in zero.
  pose proof (sum_nonneg n f (fun j less => nonneg j ltac:(lia))); pose proof (nonneg n ltac:(lia)).
  destruct (Nat.eq_dec i n) as [->|]; [lra|apply IH; [intros; apply nonneg; lia|lra|lia]].
Qed.

Lemma image_zero k M x : vanishes k x -> forall i, image k M x i = 0.
Proof. intros zero i; unfold image; rewrite (sum_ext k _ (fun _ => 0)), sum_const; [ring|]; intros j small; rewrite zero by exact small; ring. Qed.

Section Features.
Variables (n k : nat) (D : vector) (phi : nat -> nat -> R).
Hypothesis weights : forall s, (s < n)%nat -> 0 <= D s.

Lemma C_image x i : image k (C n D phi) x i = sum n (fun s => D s * phi i s * sum k (fun j => phi j s * x j)).
Proof.
  unfold image, C; transitivity (sum k (fun j => sum n (fun s => D s * phi i s * (phi j s * x j)))).
  - apply sum_ext; intros j _; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring.
  - rewrite sum_swap; apply sum_ext; intros s _; apply sum_scale.
Qed.

Lemma C_square x : dot k x (image k (C n D phi) x) = sum n (fun s => D s * sum k (fun j => phi j s * x j) ^ 2).
Proof.
  unfold dot; transitivity (sum k (fun i => sum n (fun s => x i * (D s * phi i s * sum k (fun j => phi j s * x j))))).
  - apply sum_ext; intros i _; rewrite C_image, <- sum_scale; reflexivity.
  - rewrite sum_swap; apply sum_ext; intros s _.
    rewrite (sum_ext k _ (fun i => D s * sum k (fun j => phi j s * x j) * (phi i s * x i))), sum_scale by (intros; ring); ring.
Qed.

Lemma C_nonneg x : 0 <= dot k x (image k (C n D phi) x).
Proof. rewrite C_square; apply sum_nonneg; intros s small; apply Rmult_le_pos; [apply weights, small|apply pow2_ge_0]. Qed.

Lemma flat x : dot k x (image k (C n D phi) x) = 0 -> seen n k D phi x.
Proof.
  intros zero s small positive; rewrite C_square in zero.
  apply (sum_of_nothing n) with (i := s) in zero; [|intros t inside; apply Rmult_le_pos; [apply weights, inside|apply pow2_ge_0]|exact small].
  destruct (Rmult_integral _ _ zero) as [none|square]; [lra|]; apply Rsqr_0_uniq; unfold Rsqr; rewrite <- square; ring.
Qed.

Lemma kernel x : vanishes k (image k (C n D phi) x) <-> seen n k D phi x.
Proof.
  split; intros zero.
  - apply flat; unfold dot; rewrite (sum_ext k _ (fun _ => 0)), sum_const; [ring|]; intros i small; rewrite (zero i small); ring.
  - intros i _; rewrite C_image, (sum_ext n _ (fun _ => 0)), sum_const; [ring|]; intros s small.
    destruct (weights s small) as [positive|none]; [rewrite (zero s small positive)|rewrite <- none]; ring.
Qed.

Lemma second_inverse K M : inverse k (C n D phi) K ->
  forall x, vanishes k (image k (transposed M) (image k K (image k M x))) <-> vanishes k (image k M x).
Proof.
  intros undo x; set (u := image k M x); set (w := image k K u).
  assert (back : same k (image k (C n D phi) w) u) by apply undo.
  split; intros zero.
  - assert (nothing : dot k w (image k (C n D phi) w) = 0).
    { rewrite (dot_ext k w w _ u (fun i _ => eq_refl) back), dot_comm; unfold u.
      change M with (transposed (transposed M)); rewrite <- dot_image, dot_comm.
      unfold dot; rewrite (sum_ext k _ (fun _ => 0)), sum_const; [ring|]; intros i small; rewrite (zero i small); ring. }
    intros i small; rewrite <- (back i small); exact (proj2 (kernel w) (flat w nothing) i small).
  - intros i small; apply image_zero; intros j inside; apply image_zero, zero.
Qed.
End Features.

(* One feature for each of the first k states *)
Definition table (k i s : nat) : R := if Nat.ltb s k then unit i s else 0.

Section Tabular.
Variables (n k : nat) (D : vector) (P : nat -> nat -> R) (gamma : R).
Hypotheses (inside : (k <= n)%nat) (discount : 0 <= gamma < 1) (visited : forall s, (s < k)%nat -> 0 < D s)
  (weights : forall s, (s < n)%nat -> 0 <= D s) (rows : forall s, (s < n)%nat -> (forall t, (t < n)%nat -> 0 <= P s t) /\ sum n (P s) = 1).

Lemma table_row f s : sum k (fun j => table k j s * f j) = if Nat.ltb s k then f s else 0.
Proof.
  unfold table; destruct (Nat.ltb_spec s k) as [small|large].
  - rewrite (sum_ext k _ (fun j => f j * unit s j)); [apply sum_unit, small|]; intros j _; unfold unit; rewrite Nat.eqb_sym; ring.
  - rewrite (sum_ext k _ (fun _ => 0)), sum_const by (intros; ring); ring.
Qed.

Lemma table_column i f : (i < k)%nat -> sum n (fun s => table k i s * f s) = f i.
Proof.
  intros small; rewrite (sum_ext n _ (fun s => f s * unit i s)); [apply sum_unit; lia|]; intros s _; unfold table.
  destruct (Nat.ltb_spec s k); [ring|]; unfold unit; replace (Nat.eqb s i) with false by (symmetry; apply Nat.eqb_neq; lia).
  ring.
Qed.

Lemma A_image x i : (i < k)%nat -> image k (A n D (table k) gamma P) x i =
  D i * (x i - gamma * sum n (fun t => P i t * (if Nat.ltb t k then x t else 0))).
Proof.
  intros small; unfold image, A.
  transitivity (sum n (fun s => table k i s * (D s * (sum k (fun j => table k j s * x j) - gamma * sum n (fun t => P s t * sum k (fun j => table k j t * x j)))))).
  - transitivity (sum k (fun j => sum n (fun s => table k i s * (D s * (table k j s * x j - gamma * sum n (fun t => P s t * (table k j t * x j))))))).
    + apply sum_ext; intros j _; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros s _.
      rewrite (sum_ext n (fun t => P s t * (table k j t * x j)) (fun t => x j * (P s t * table k j t))), sum_scale by (intros; ring); ring.
    + rewrite sum_swap; apply sum_ext; intros s _; rewrite !sum_scale, sum_sub, sum_scale; do 4 f_equal.
      rewrite sum_swap; apply sum_ext; intros t _; apply sum_scale.
  - rewrite table_column by exact small; rewrite table_row; replace (Nat.ltb i k) with true by (symmetry; apply Nat.ltb_lt, small).
    do 3 f_equal; apply sum_ext; intros t _; rewrite table_row; reflexivity.
Qed.

Lemma A_one_to_one : one_to_one k (A n D (table k) gamma P).
Proof.
  intros x zero; destruct (Nat.eq_dec k 0) as [->|some]; [intros i none; lia|].
  destruct (largest k (fun s => Rabs (x s)) ltac:(lia)) as [top [small most]]; simpl in most.
  assert (equal : x top = gamma * sum n (fun t => P top t * (if Nat.ltb t k then x t else 0))).
  { specialize (zero top small); rewrite A_image in zero by exact small; specialize (visited top small).
    destruct (Rmult_integral _ _ zero); lra. }
  destruct (rows top ltac:(lia)) as [nonneg one].
  assert (bound : Rabs (sum n (fun t => P top t * (if Nat.ltb t k then x t else 0))) <= Rabs (x top)).
  { apply Rle_trans with (1 := sum_abs n _); rewrite <- (Rmult_1_r (Rabs (x top))), <- one, <- sum_scale; apply sum_le; intros t below.
    rewrite Rabs_mult, (Rabs_pos_eq (P top t)) by (apply nonneg, below); rewrite Rmult_comm; apply Rmult_le_compat_r; [apply nonneg, below|].
    destruct (Nat.ltb_spec t k) as [seen|_]; [apply most, seen|rewrite Rabs_R0; apply Rabs_pos]. }
  assert (none : Rabs (x top) = 0).
  { pose proof (Rabs_pos (x top)); rewrite equal, Rabs_mult, (Rabs_pos_eq gamma) in * by lra.
    set (v := Rabs (sum n _)) in *; nra. }
  intros i range; specialize (most i range); pose proof (Rabs_pos (x i)).
  destruct (Req_dec (x i) 0) as [done|other]; [exact done|]; pose proof (Rabs_pos_lt _ other); lra.
Qed.

Lemma C_one_to_one : one_to_one k (C n D (table k)).
Proof.
  intros x zero i small; apply (kernel n k D (table k) weights) in zero; specialize (zero i ltac:(lia) (visited i small)).
  rewrite table_row in zero; replace (Nat.ltb i k) with true in zero by (symmetry; apply Nat.ltb_lt, small); exact zero.
Qed.
End Tabular.
