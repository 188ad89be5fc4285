(* Vectors of n numbers, and square matrices that act on them. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums.
Open Scope R_scope.

Definition vector := nat -> R.
Definition matrix := nat -> nat -> R.

Definition dot (n : nat) (x y : vector) : R := sum n (fun i => x i * y i).
Definition image (n : nat) (M : matrix) (x : vector) : vector := fun i => sum n (fun j => M i j * x j).
Definition transposed (M : matrix) : matrix := fun i j => M j i.
(* The squared length in the norm of P *)
Definition square (n : nat) (P : matrix) (x : vector) : R := dot n x (image n P x).
Definition length (n : nat) (x : vector) : R := sqrt (dot n x x).
Definition same (n : nat) (x y : vector) : Prop := forall i, (i < n)%nat -> x i = y i.
Definition symmetric (n : nat) (M : matrix) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> M i j = M j i.
(* N undoes M, in both orders. *)
Definition inverse (n : nat) (M N : matrix) : Prop :=
  forall x, same n (image n M (image n N x)) x /\ same n (image n N (image n M x)) x.
Definition positive (n : nat) (M : matrix) : Prop :=
  forall x, (exists i, (i < n)%nat /\ x i <> 0) -> 0 < dot n x (image n M x).

Lemma dot_ext n x y v w : same n x y -> same n v w -> dot n x v = dot n y w.
Proof. intros one two; apply sum_ext; intros i small; rewrite one, two by exact small; reflexivity. Qed.

Lemma image_ext n M x y : same n x y -> forall i, image n M x i = image n M y i.
Proof. intros equal i; apply sum_ext; intros j small; rewrite equal by exact small; reflexivity. Qed.

Lemma dot_comm n x y : dot n x y = dot n y x.
Proof. apply sum_ext; intros; ring. Qed.

(* Both are linear: a vector is put together of x and s times y. *)
Lemma dot_line n x s y z : dot n z (fun i => x i + s * y i) = dot n z x + s * dot n z y.
Proof. unfold dot; rewrite <- sum_scale, <- sum_add; apply sum_ext; intros; ring. Qed.

Lemma image_line n M x s y i : image n M (fun j => x j + s * y j) i = image n M x i + s * image n M y i.
Proof. unfold image; rewrite <- sum_scale, <- sum_add; apply sum_ext; intros; ring. Qed.

Lemma dot_image n M x y : dot n x (image n M y) = dot n (image n (transposed M) x) y.
Proof.
  unfold dot, image, transposed.
  transitivity (sum n (fun i => sum n (fun j => x i * (M i j * y j)))).
  { apply sum_ext; intros; rewrite sum_scale; reflexivity. }
  rewrite sum_swap; apply sum_ext; intros j _; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring.
Qed.

Lemma transposed_symmetric n M x : symmetric n M -> same n (image n (transposed M) x) (image n M x).
Proof. intros equal i small; apply sum_ext; intros j below; unfold transposed; rewrite equal by assumption; reflexivity. Qed.

Lemma dot_symmetric n M x y : symmetric n M -> dot n x (image n M y) = dot n y (image n M x).
Proof.
  intros equal; rewrite dot_image, dot_comm; apply dot_ext; [intros i _; reflexivity|].
  apply transposed_symmetric, equal.
Qed.

Lemma dot_nonneg n x : 0 <= dot n x x.
Proof. apply sum_nonneg; intros; apply Rle_0_sqr. Qed.

Lemma dot_zero n y : dot n (fun _ => 0) y = 0.
Proof. transitivity (sum n (fun _ => 0)); [apply sum_ext; intros; ring|rewrite sum_const; ring]. Qed.

Lemma some_or_zero n x : (exists i, (i < n)%nat /\ x i <> 0) \/ same n x (fun _ => 0).
Proof.
  induction n as [|n [[i [small other]]|zero]].
  - right; intros i none; lia.
  - left; exists i; split; [lia|exact other].
  - destruct (Req_dec (x n) 0) as [none|some]; [right|left; exists n; split; [lia|exact some]].
    intros i small; destruct (Nat.eq_dec i n) as [->|]; [exact none|apply zero; lia].
Qed.

Lemma positive_nonneg n M x : positive n M -> 0 <= dot n x (image n M x).
Proof.
  intros definite; destruct (some_or_zero n x) as [some|zero]; [left; apply definite, some|right; symmetry].
  rewrite (dot_ext n x _ _ _ zero (fun i _ => eq_refl)); apply dot_zero.
Qed.

Lemma dot_pos n x : (exists i, (i < n)%nat /\ x i <> 0) -> 0 < dot n x x.
Proof.
  induction n as [|n IH]; intros [i [small other]]; [lia|]; unfold dot in *; cbn [sum].
  pose proof (dot_nonneg n x) as rest; unfold dot in rest; pose proof (Rle_0_sqr (x n)) as last; unfold Rsqr in last.
  destruct (Nat.eq_dec i n) as [->|]; [pose proof (Rsqr_pos_lt _ other) as new; unfold Rsqr in new; lra|].
  assert (0 < sum n (fun i => x i * x i)); [apply IH; exists i; split; [lia|exact other]|lra].
Qed.

Lemma dot_zero_same n x : dot n x x = 0 -> same n x (fun _ => 0).
Proof. intros zero; destruct (some_or_zero n x) as [some|]; [pose proof (dot_pos n x some); lra|assumption]. Qed.

Definition unit (j : nat) : vector := fun i => if Nat.eqb i j then 1 else 0.

Lemma sum_unit n j f : (j < n)%nat -> sum n (fun i => f i * unit j i) = f j.
Proof.
  induction n as [|n IH]; [lia|]; intros small; cbn [sum]; unfold unit at 2.
  destruct (Nat.eqb_spec n j) as [->|other]; [|rewrite IH by lia; ring].
  rewrite (sum_ext j _ (fun _ => 0)); [rewrite sum_const; ring|].
  intros i below; unfold unit; replace (Nat.eqb i j) with false; [ring|symmetry; apply Nat.eqb_neq; lia].
Qed.

Lemma image_minus n M x y i : image n M (fun j => x j - y j) i = image n M x i - image n M y i.
Proof. unfold image; rewrite <- sum_sub; apply sum_ext; intros; ring. Qed.

(* A product of matrices acts like one after the other. *)
Lemma image_product n M N x i : image n (fun k j => image n M (fun l => N l j) k) x i = image n M (image n N x) i.
Proof.
  unfold image; transitivity (sum n (fun j => sum n (fun l => M i l * (N l j * x j)))).
  - apply sum_ext; intros j _; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring.
  - rewrite sum_swap; apply sum_ext; intros l _; apply sum_scale.
Qed.

(* The square of x - s M x, in the form of P, as a polynomial of s. *)
Lemma square_of_step n P x y s : symmetric n P ->
  dot n (fun i => x i - s * y i) (image n P (fun i => x i - s * y i)) =
  dot n x (image n P x) - 2 * s * dot n y (image n P x) + s ^ 2 * dot n y (image n P y).
Proof.
  intros equal.
  assert (minus : same n (fun i => x i - s * y i) (fun i => x i + - s * y i)) by (intros i _; ring).
  rewrite (dot_ext n _ (fun i => x i + - s * y i) _ (fun i => image n P x i + - s * image n P y i) minus).
  - rewrite dot_line, !(dot_comm n (fun i => x i + - s * y i)), !dot_line.
    rewrite (dot_comm n (image n P x) x), (dot_comm n (image n P x) y), (dot_comm n (image n P y) x), (dot_comm n (image n P y) y).
    rewrite (dot_symmetric n P x y equal); ring.
  - intros i _; rewrite (image_ext n P _ _ minus); apply image_line.
Qed.
