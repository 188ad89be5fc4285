(* The quadratic form of an inverse matrix, and what a root of the matrix makes of it: where the densities of two normal laws of
   the same covariance differ. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors.
Open Scope R_scope.

(* M has the inverse N, and the symmetric root S with the inverse U. *)
Definition rooted (d : nat) (M N S U : matrix) : Prop :=
  symmetric d M /\ positive d M /\ inverse d M N /\
  symmetric d S /\ (forall x, same d (image d S (image d S x)) (image d M x)) /\ inverse d S U.

(* The density, at a point where the form of the inverse matrix is q, of a normal law with the covariance sigma^2 M; height is
   what it is in the mean, the same for all laws of this covariance. *)
Definition normal_density (height sigma q : R) : R := height * exp (- (q / (2 * sigma ^ 2))).

Lemma log_ratio_of_densities height sigma q q' : 0 < height -> 0 < sigma ->
  ln (normal_density height sigma q / normal_density height sigma q') = (q' - q) / (2 * sigma ^ 2).
Proof.
  intros some positive; unfold normal_density; pose proof (exp_pos (- (q' / (2 * sigma ^ 2)))).
  replace (_ / _) with (exp (- (q / (2 * sigma ^ 2))) * / exp (- (q' / (2 * sigma ^ 2)))) by (field; lra).
  rewrite <- exp_Ropp, <- exp_plus, ln_exp; field; lra.
Qed.

Section Rooted.
Variables (d : nat) (M N S U : matrix).
Hypotheses (known : rooted d M N S U).

(* U is S after N. *)
Lemma unroot x : same d (image d S (image d N x)) (image d U x).
Proof.
  destruct known as (_ & _ & undoes & _ & twice & undoes'); intros i small.
  rewrite <- (proj2 (undoes' (image d S (image d N x))) i small); apply image_ext; intros j below.
  rewrite twice by exact below; apply undoes, below.
Qed.

Lemma form_symmetric x y : dot d x (image d N y) = dot d y (image d N x).
Proof.
  destruct known as (equal & _ & undoes & _).
  rewrite (dot_ext d x (image d M (image d N x)) (image d N y) (image d N y)) by
    (try (intros i _; reflexivity); intros i small; symmetry; apply undoes, small).
  rewrite (dot_comm d (image d M (image d N x))), (dot_symmetric d M _ _ equal), dot_comm; apply dot_ext;
    [intros i small; apply undoes, small|intros i _; reflexivity].
Qed.

Lemma cross_of_root x y : dot d (image d S x) (image d N y) = dot d x (image d U y).
Proof.
  destruct known as (_ & _ & _ & equal & _).
  rewrite dot_comm, (dot_symmetric d S _ _ equal); apply dot_ext; [intros i _; reflexivity|apply unroot].
Qed.

Lemma square_of_unroot x : dot d (image d U x) (image d U x) = square d N x.
Proof.
  destruct known as (_ & _ & undoes & equal & twice & _); unfold square.
  rewrite (dot_ext d _ (image d S (image d N x)) _ (image d U x) (fun i small => eq_sym (unroot x i small)) (fun i _ => eq_refl)).
  rewrite <- cross_of_root, (dot_ext d _ x _ (image d N x)); [reflexivity| |intros i _; reflexivity].
  intros i small; rewrite twice by exact small; apply undoes, small.
Qed.

(* A step along the root moves the form. *)
Theorem form_moved s x y : square d N (fun i => x i + s * image d S y i) =
  square d N (fun i => s * image d S y i) + 2 * s * dot d y (image d U x) + square d N x.
Proof.
  unfold square; set (z := image d S y).
  assert (scaled : forall w v, dot d w (image d N (fun i => s * v i)) = s * dot d w (image d N v)).
  { intros w v; rewrite (dot_ext d w w _ (fun i => (fun _ => 0) i + s * image d N v i)); [rewrite dot_line, (dot_comm d w), dot_zero; ring|intros i _; reflexivity|].
    intros i _; rewrite Rplus_0_l; unfold image; rewrite <- sum_scale; apply sum_ext; intros; ring. }
  assert (left : forall w v, dot d (fun i => s * w i) v = s * dot d w v).
  { intros w v; unfold dot; rewrite <- sum_scale; apply sum_ext; intros; ring. }
  rewrite (dot_ext d _ (fun i => x i + s * z i) _ (fun i => image d N x i + s * image d N z i) (fun i _ => eq_refl)
    (fun i _ => image_line d N x s z i)).
  rewrite dot_line, !(dot_comm d (fun i => x i + s * z i)), !dot_line, scaled, left.
  rewrite (dot_comm d (image d N x) x), (dot_comm d (image d N x) z), (dot_comm d (image d N z) x), (dot_comm d (image d N z) z).
  pose proof (cross_of_root y x) as swap; fold z in swap; rewrite (form_symmetric x z), !swap; ring.
Qed.
End Rooted.
