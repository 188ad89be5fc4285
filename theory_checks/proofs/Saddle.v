(* The matrix Q = ((0, -A'), (A, C)) of a saddle point problem, its eigenvalues, and chains that A and C come from. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Vectors.
Open Scope R_scope.

(* A = Phi' D (I - gamma P) Phi and C = Phi' D Phi for a chain of m states with stationary weights, phi i s the features. *)
Definition from_chain (n : nat) (A C : matrix) : Prop :=
  exists (m : nat) (P : nat -> nat -> R) (weight : nat -> R) (gamma : R) (phi : nat -> nat -> R),
    0 <= gamma < 1 /\
    (forall s t, (s < m)%nat -> (t < m)%nat -> 0 <= P s t) /\ (forall s, (s < m)%nat -> sum m (P s) = 1) /\
    (forall s, (s < m)%nat -> 0 <= weight s) /\ sum m weight = 1 /\
    (forall t, (t < m)%nat -> sum m (fun s => weight s * P s t) = weight t) /\
    (forall i j, A i j = sum m (fun s => weight s * phi i s * (phi j s - gamma * sum m (fun t => P s t * phi j t)))) /\
    (forall i j, C i j = sum m (fun s => weight s * phi i s * phi j s)).

(* The two halves of Q (x, y). *)
Definition upper (n : nat) (A : matrix) (y : vector) : vector := fun i => - image n (transposed A) y i.
Definition lower (n : nat) (A C : matrix) (x y : vector) : vector := fun i => image n A x i + image n C y i.

(* L(theta, w) of Equation (2.1) *)
Definition objective (n : nat) (A C : matrix) (b theta w : vector) : R :=
  dot n w (fun i => b i - image n A theta i) - / 2 * dot n w (image n C w).

(* Q has the eigenvalue re + i im, with an eigenvector whose real and imaginary parts are (x, y) and (x', y'). *)
Definition eigenvalue (n : nat) (A C : matrix) (re im : R) : Prop :=
  exists x y x' y' : vector,
    (exists i, (i < n)%nat /\ (x i <> 0 \/ y i <> 0 \/ x' i <> 0 \/ y' i <> 0)) /\
    same n (upper n A y) (fun i => re * x i - im * x' i) /\
    same n (upper n A y') (fun i => im * x i + re * x' i) /\
    same n (lower n A C x y) (fun i => re * y i - im * y' i) /\
    same n (lower n A C x' y') (fun i => im * y i + re * y' i).

Definition real_part (n : nat) (A C : matrix) (z : R) : Prop := exists im, eigenvalue n A C z im.
Definition modulus (n : nat) (A C : matrix) (z : R) : Prop :=
  exists re im, eigenvalue n A C re im /\ z = sqrt (re ^ 2 + im ^ 2).
Definition real_spectrum (n : nat) (A C : matrix) : Prop := forall re im, eigenvalue n A C re im -> im = 0.

Definition eigenvalue_of (n : nat) (M : matrix) (z : R) : Prop :=
  exists x, (exists i, (i < n)%nat /\ x i <> 0) /\ same n (image n M x) (fun i => z * x i).
(* A' D A, where D is the inverse of C *)
Definition curvature (n : nat) (A D : matrix) : matrix :=
  fun i j => image n (transposed A) (image n D (fun k => A k j)) i.


Lemma curvature_image n A D x i : image n (curvature n A D) x i = image n (transposed A) (image n D (image n A x)) i.
Proof.
  unfold curvature; rewrite (image_product n (transposed A) (fun k j => image n D (fun l => A l j) k)).
  apply image_ext; intros k _; apply image_product.
Qed.

Definition least (is : R -> Prop) (z : R) : Prop := is z /\ forall other, is other -> z <= other.
Definition largest (is : R -> Prop) (z : R) : Prop := is z /\ forall other, is other -> other <= z.

(* Steps of lengths beta 1, beta 2, ... without noise, for the error (x, y) of theta and w; and its squared length. *)
Fixpoint run (n : nat) (A C : matrix) (beta : nat -> R) (N : nat) (start : vector * vector) : vector * vector :=
  match N with
  | O => start
  | S k => let (x, y) := run n A C beta k start in
    (fun i => x i - beta N * upper n A y i, fun i => y i - beta N * lower n A C x y i)
  end.
Definition squares (n : nat) (xi : vector * vector) : R := dot n (fst xi) (fst xi) + dot n (snd xi) (snd xi).

Lemma both_zero u v : u ^ 2 + v ^ 2 = 0 -> u = 0 /\ v = 0.
Proof.
  intros zero; pose proof (pow2_ge_0 u); pose proof (pow2_ge_0 v).
  split; apply Rsqr_0_uniq; unfold Rsqr; lra.
Qed.

(* One feature: Q = ((0, -a), (a, c)). *)
Section One.
Variables (A C : matrix) (a c : R).
Hypotheses (of_A : A 0%nat 0%nat = a) (of_C : C 0%nat 0%nat = c) (some : a <> 0).

Lemma roots re im : eigenvalue 1 A C re im -> re ^ 2 - im ^ 2 - c * re + a ^ 2 = 0 /\ im * (2 * re - c) = 0.
Proof.
  intros (x & y & x' & y' & [i [small nonzero]] & one & two & three & four).
  replace i with 0%nat in nonzero by lia.
  specialize (one 0%nat ltac:(lia)); specialize (two 0%nat ltac:(lia)).
  specialize (three 0%nat ltac:(lia)); specialize (four 0%nat ltac:(lia)).
  unfold upper, lower, image, transposed in *; simpl in *; rewrite of_A, ?of_C in *.
  set (p := re ^ 2 - im ^ 2 - c * re + a ^ 2); set (q := im * (2 * re - c)).
  assert (first : p * y 0%nat - q * y' 0%nat = 0).
  { replace (p * y 0%nat - q * y' 0%nat)
      with (a * (- (0 + a * y 0%nat) * -1 - - (re * x 0%nat - im * x' 0%nat) * 1)
        - re * (0 + a * x 0%nat + (0 + c * y 0%nat) - (re * y 0%nat - im * y' 0%nat))
        + im * (0 + a * x' 0%nat + (0 + c * y' 0%nat) - (im * y 0%nat + re * y' 0%nat))) by (unfold p, q; ring).
    rewrite one, three, four; ring. }
  assert (second : q * y 0%nat + p * y' 0%nat = 0).
  { replace (q * y 0%nat + p * y' 0%nat)
      with (a * (- (0 + a * y' 0%nat) * -1 - - (im * x 0%nat + re * x' 0%nat) * 1)
        - im * (0 + a * x 0%nat + (0 + c * y 0%nat) - (re * y 0%nat - im * y' 0%nat))
        - re * (0 + a * x' 0%nat + (0 + c * y' 0%nat) - (im * y 0%nat + re * y' 0%nat))) by (unfold p, q; ring).
    rewrite two, three, four; ring. }
  assert (lengths : (p ^ 2 + q ^ 2) * (y 0%nat ^ 2 + y' 0%nat ^ 2) = 0).
  { replace ((p ^ 2 + q ^ 2) * (y 0%nat ^ 2 + y' 0%nat ^ 2))
      with ((p * y 0%nat - q * y' 0%nat) ^ 2 + (q * y 0%nat + p * y' 0%nat) ^ 2) by ring; rewrite first, second; ring. }
  apply Rmult_integral in lengths; destruct lengths as [zero|zero]; [exact (both_zero p q zero)|].
  destruct (both_zero _ _ zero) as [none none']; rewrite none, none' in *.
  assert (a * x 0%nat = 0) by lra; assert (a * x' 0%nat = 0) by lra.
  assert (x 0%nat = 0) by (apply (Rmult_eq_reg_l a); lra); assert (x' 0%nat = 0) by (apply (Rmult_eq_reg_l a); lra).
  tauto.
Qed.

Lemma root_is_eigenvalue re im : re ^ 2 - im ^ 2 - c * re + a ^ 2 = 0 -> im * (2 * re - c) = 0 -> eigenvalue 1 A C re im.
Proof.
  intros real imaginary; exists (fun _ => - a), (fun _ => re), (fun _ => 0), (fun _ => im); split.
  - exists 0%nat; split; [lia|left; lra].
  - unfold upper, lower, image, transposed; repeat split; intros i small; replace i with 0%nat by lia; simpl;
      rewrite of_A, ?of_C; lra.
Qed.

Lemma two_roots u v : 0 < v <= u -> u + v = c -> u * v = a ^ 2 ->
  real_spectrum 1 A C /\ least (modulus 1 A C) v /\ largest (modulus 1 A C) u.
Proof.
  intros [positive order] total product.
  assert (square : forall z, 0 < z -> sqrt (z ^ 2 + 0 ^ 2) = z).
  { intros z above; replace (z ^ 2 + 0 ^ 2) with (z * z) by ring; apply sqrt_square; lra. }
  assert (all : forall re im, eigenvalue 1 A C re im -> im = 0 /\ (re = u \/ re = v)).
  { intros re im some_value; destruct (roots re im some_value) as [real imaginary].
    assert (flat : im = 0).
    { apply Rmult_integral in imaginary; destruct imaginary as [|middle]; [assumption|].
      assert (re = (u + v) / 2) by lra; subst re; rewrite <- total, <- product in real.
      assert (im ^ 2 + ((u - v) / 2) ^ 2 = 0) by lra; destruct (both_zero im ((u - v) / 2)); assumption. }
    split; [exact flat|]; rewrite flat, <- total, <- product in real.
    assert (zero : (re - u) * (re - v) = 0) by lra; apply Rmult_integral in zero; destruct zero; [left|right]; lra. }
  assert (is_root : forall z, z = u \/ z = v -> eigenvalue 1 A C z 0).
  { intros z [-> | ->]; apply root_is_eigenvalue; rewrite <- ?total, <- ?product; ring. }
  split; [intros re im value; apply (all re im value)|split; split].
  - exists v, 0; split; [apply is_root; tauto|rewrite square; lra].
  - intros z (re & im & value & ->); destruct (all re im value) as [-> [-> | ->]]; rewrite square; lra.
  - exists u, 0; split; [apply is_root; tauto|rewrite square; lra].
  - intros z (re & im & value & ->); destruct (all re im value) as [-> [-> | ->]]; rewrite square; lra.
Qed.

Lemma complex_roots : 0 < a -> c ^ 2 < 4 * a ^ 2 ->
  least (real_part 1 A C) (c / 2) /\ least (modulus 1 A C) a /\ largest (modulus 1 A C) a.
Proof.
  intros positive complex; set (height := sqrt (a ^ 2 - c ^ 2 / 4)).
  assert (square : height ^ 2 = a ^ 2 - c ^ 2 / 4) by (unfold height; rewrite <- Rsqr_pow2, Rsqr_sqrt; lra).
  assert (all : forall re im, eigenvalue 1 A C re im -> re = c / 2 /\ re ^ 2 + im ^ 2 = a ^ 2).
  { intros re im value; destruct (roots re im value) as [real imaginary].
    apply Rmult_integral in imaginary; destruct imaginary as [-> | middle].
    - pose proof (pow2_ge_0 (re - c / 2)); lra.
    - assert (equal : re = c / 2) by lra; split; [exact equal|]; rewrite equal in *; lra. }
  assert (is_root : eigenvalue 1 A C (c / 2) height) by (apply root_is_eigenvalue; [rewrite square; field|field]).
  assert (long : forall re im, eigenvalue 1 A C re im -> sqrt (re ^ 2 + im ^ 2) = a).
  { intros re im value; destruct (all re im value) as [_ ->].
    replace (a ^ 2) with (a * a) by ring; apply sqrt_square; lra. }
  split; [|split]; split.
  - exists height; exact is_root.
  - intros z [im value]; destruct (all z im value) as [-> _]; lra.
  - exists (c / 2), height; split; [exact is_root|symmetry; apply long, is_root].
  - intros z (re & im & value & ->); rewrite (long re im value); lra.
  - exists (c / 2), height; split; [exact is_root|symmetry; apply long, is_root].
  - intros z (re & im & value & ->); rewrite (long re im value); lra.
Qed.
End One.

Lemma eigenvalue_of_one M z : eigenvalue_of 1 M z <-> z = M 0%nat 0%nat.
Proof.
  split.
  - intros (x & [i [small nonzero]] & equal); replace i with 0%nat in nonzero by lia.
    specialize (equal 0%nat ltac:(lia)); unfold image in equal; simpl in equal.
    apply (Rmult_eq_reg_r (x 0%nat)); lra.
  - intros ->; exists (fun _ => 1); split; [exists 0%nat; split; [lia|lra]|].
    intros i small; replace i with 0%nat by lia; unfold image; simpl; ring.
Qed.

(* One state that is kept, with the feature 1. *)
Lemma one_state gamma : 0 <= gamma < 1 -> from_chain 1 (fun _ _ => 1 - gamma) (fun _ _ => 1).
Proof.
  intros discount; exists 1%nat, (fun _ _ => 1), (fun _ => 1), gamma, (fun _ _ => 1).
  repeat split; intros; simpl; lra.
Qed.

Lemma scalar_inverse a : a <> 0 -> inverse 1 (fun _ _ => a) (fun _ _ => / a).
Proof. intros some x; split; intros i small; replace i with 0%nat by lia; unfold image; simpl; field; exact some. Qed.

Lemma scalar_positive a : 0 < a -> positive 1 (fun _ _ => a).
Proof.
  intros above x [i [small other]]; replace i with 0%nat in other by lia; unfold dot, image; simpl.
  pose proof (Rsqr_pos_lt _ other) as square; unfold Rsqr in square; nra.
Qed.

(* Two states that follow each other, with the features 1 and -1: A = 1 + gamma and C = 1. *)
Lemma two_states gamma : 0 <= gamma < 1 -> from_chain 1 (fun _ _ => 1 + gamma) (fun _ _ => 1).
Proof.
  intros discount.
  exists 2%nat, (fun s t => if Nat.eqb s t then 0 else 1), (fun _ => / 2), gamma, (fun _ s => if Nat.eqb s 0 then 1 else -1).
  repeat split; try lra; intros; simpl; try lra.
  - destruct (Nat.eqb s t); lra.
  - destruct s as [|[|]]; simpl; lra || lia.
  - destruct t as [|[|]]; simpl; lra || lia.
Qed.

Lemma least_of_one M : least (eigenvalue_of 1 M) (M 0%nat 0%nat).
Proof. split; [|intros other]; rewrite eigenvalue_of_one; lra. Qed.

Lemma largest_of_one M : largest (eigenvalue_of 1 M) (M 0%nat 0%nat).
Proof. split; [|intros other]; rewrite eigenvalue_of_one; lra. Qed.
