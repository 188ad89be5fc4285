(* A ball about 0 is convex: twice the inner product of x with a point of the ball is at most (1 + R/|x|)|x|^2 outside. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Rcomplements.
From TheoryChecks Require Import Sums Vectors Optimal Renyi Laws.
From gpope Require Import no_clipping_repaired_formula no_clipping_repaired_statement.
Open Scope R_scope.

Section Norm.
Variables (n : nat) (P : matrix).
Hypotheses (balanced : symmetric n P) (definite : positive n P).

Lemma square_nonneg x : 0 <= square n P x.
Proof. apply positive_nonneg, definite. Qed.

Lemma norm_square x : norm n P x * norm n P x = square n P x.
Proof. apply sqrt_sqrt, square_nonneg. Qed.

Lemma norm_nonneg x : 0 <= norm n P x.
Proof. apply sqrt_pos. Qed.

Lemma square_scaled c x : square n P (fun i => c * x i) = c ^ 2 * square n P x.
Proof.
  unfold square, dot; rewrite <- sum_scale; apply sum_ext; intros i _; unfold image.
  rewrite (sum_ext n _ (fun j => c * (P i j * x j))), sum_scale by (intros; ring); ring.
Qed.

(* |s x - u|^2 *)
Lemma square_apart s x u : square n P (fun i => s * x i - u i) =
  s ^ 2 * square n P x - 2 * s * dot n x (image n P u) + square n P u.
Proof.
  transitivity (square n P (fun i => (fun j => s * x j) i - 1 * u i)).
  { unfold square; apply dot_ext; [|intros k _; apply image_ext]; intros j _; ring. }
  unfold square; rewrite square_of_step by exact balanced.
  fold (square n P (fun j => s * x j)); rewrite square_scaled.
  rewrite (dot_symmetric n P u (fun j => s * x j)) by exact balanced; unfold dot at 1; unfold square.
  rewrite (sum_ext n (fun i => s * x i * image n P u i) (fun i => s * (x i * image n P u i))), sum_scale by (intros; ring).
  fold (dot n x (image n P u)); ring.
Qed.

Lemma inner_below x u r : 0 < norm n P x -> norm n P u <= r -> dot n x (image n P u) <= r * norm n P x \/ r = 0 /\ square n P u = 0.
Proof.
  intros some inside; pose proof (norm_nonneg u); pose proof (norm_square x) as one; pose proof (norm_square u) as two.
  destruct (Rle_lt_or_eq_dec 0 r ltac:(lra)) as [positive| <-]; [left|right; split; [reflexivity|]; nra].
  pose proof (square_nonneg (fun i => r / norm n P x * x i - u i)) as known; rewrite square_apart, <- one, <- two in known.
  replace ((r / norm n P x) ^ 2 * (norm n P x * norm n P x)) with (r * r) in known by (field; lra).
  assert (norm n P u * norm n P u <= r * r) by nra.
  assert (r / norm n P x * dot n x (image n P u) <= r * r) by lra.
  apply (Rmult_le_reg_l (r / norm n P x)); [apply Rdiv_lt_0_compat; assumption|].
  replace (r / norm n P x * (r * norm n P x)) with (r * r) by (field; lra); assumption.
Qed.

Lemma nearer x u r : norm n P u <= r -> norm n P (fun i => projection n P r x i - u i) <= norm n P (fun i => x i - u i).
Proof.
  intros inside; unfold norm at 1 2; apply sqrt_le_1_alt; unfold projection; set (c := Rmin 1 (r / norm n P x)).
  assert (equal : square n P (fun i => x i - u i) = square n P (fun i => 1 * x i - u i)).
  { unfold square; apply dot_ext; [|intros k _; apply image_ext]; intros j _; ring. }
  rewrite equal, !square_apart; pose proof (norm_square x) as one; pose proof (norm_nonneg u).
  destruct (Rle_lt_or_eq_dec 0 (norm n P x) (norm_nonneg x)) as [some|none].
  - destruct (Rle_dec (norm n P x) r) as [within|outside].
    + assert (c = 1) as ->; [|apply Rle_refl]; apply Rmin_left, (Rmult_le_reg_r (norm n P x)); [exact some|].
      replace (r / norm n P x * norm n P x) with r by (field; lra); lra.
    + assert (small : c = r / norm n P x).
      { apply Rmin_right, (Rmult_le_reg_r (norm n P x)); [exact some|].
        replace (r / norm n P x * norm n P x) with r by (field; lra); lra. }
      assert (c * norm n P x = r) by (rewrite small; field; lra).
      assert (0 <= c < 1) by (split; [rewrite small; apply Rdiv_le_0_compat; lra|nra]).
      assert (half : 2 * dot n x (image n P u) <= (1 + c) * square n P x).
      { destruct (inner_below x u r some inside) as [below|[zero flat]]; [rewrite <- one; nra|].
        pose proof (square_nonneg (fun i => 1 * x i - u i)) as known; rewrite square_apart, flat in known; nra. }
      nra.
  - assert (zero : same n x (fun _ => 0)).
    { destruct (some_or_zero n x) as [other|zero]; [|exact zero]; specialize (definite x other); fold (square n P x) in definite.
      rewrite <- one, <- none in definite; lra. }
    assert (square n P x = 0) as -> by (rewrite <- one, <- none; ring).
    rewrite (dot_ext n x (fun _ => 0) _ _ zero (fun i _ => eq_refl)), dot_zero; lra.
Qed.

Lemma in_ball x r : 0 <= r -> norm n P (projection n P r x) <= r.
Proof.
  intros positive; unfold norm at 1, projection; rewrite square_scaled, <- norm_square.
  pose proof (norm_nonneg x) as nonneg; set (c := Rmin 1 (r / norm n P x)).
  assert (range : 0 <= c * norm n P x <= r).
  { destruct nonneg as [some|none]; [|rewrite <- none; lra].
    assert (0 <= r / norm n P x) by (apply Rdiv_le_0_compat; assumption).
    assert (0 <= c) by (apply Rmin_glb; lra); assert (c * norm n P x <= r / norm n P x * norm n P x) by
      (apply Rmult_le_compat_r; [lra|apply Rmin_r]).
    replace (r / norm n P x * norm n P x) with r in * by (field; lra); split; [apply Rmult_le_pos; lra|assumption]. }
  replace (c ^ 2 * (norm n P x * norm n P x)) with ((c * norm n P x) * (c * norm n P x)) by ring; rewrite sqrt_square; lra.
Qed.
End Norm.

Lemma length_below n a b p q : length n a <= p -> length n b <= q -> length n (fun i => a i - b i) <= p + q.
Proof.
  intros one two; unfold length in *; pose proof (sqrt_pos (dot n a a)); pose proof (sqrt_pos (dot n b b)).
  pose proof (sqrt_sqrt _ (dot_nonneg n a)) as first; pose proof (sqrt_sqrt _ (dot_nonneg n b)) as second.
  set (s := sqrt (dot n a a)) in *; set (t := sqrt (dot n b b)) in *.
  assert (form : forall c d, dot n (fun i => c * a i - d * b i) (fun i => c * a i - d * b i)
    = c ^ 2 * dot n a a - 2 * c * d * dot n a b + d ^ 2 * dot n b b).
  { intros c d; unfold dot; rewrite <- !sum_scale, <- sum_sub, <- sum_add; apply sum_ext; intros; ring. }
  assert (cauchy : - dot n a b <= s * t).
  { destruct (Req_dec s 0) as [zero|some].
    - assert (none : same n a (fun _ => 0)) by (apply dot_zero_same; rewrite <- first, zero; ring).
      rewrite (dot_ext n a (fun _ => 0) b b none (fun i _ => eq_refl)), dot_zero, zero; lra.
    - destruct (Req_dec t 0) as [zero|other].
      + assert (none : same n b (fun _ => 0)) by (apply dot_zero_same; rewrite <- second, zero; ring).
        rewrite dot_comm, (dot_ext n b (fun _ => 0) a a none (fun i _ => eq_refl)), dot_zero, zero; lra.
      + pose proof (dot_nonneg n (fun i => t * a i - - s * b i)) as known; rewrite form, <- first, <- second in known.
        assert (0 < s * t) by (apply Rmult_lt_0_compat; lra).
        apply (Rmult_le_reg_l (s * t)); [assumption|]; nra. }
  apply Rle_trans with (s + t); [|lra]; rewrite <- (sqrt_square (s + t)) by lra; apply sqrt_le_1_alt.
  pose proof (form 1 1) as equal; rewrite (dot_ext n _ (fun i => a i - b i) _ (fun i => a i - b i)) in equal by (intros i _; ring).
  rewrite equal, <- first, <- second; nra.
Qed.

(* The hypotheses are met. *)
Example met : symmetric 1 (multiple 1) /\ positive 1 (multiple 1) /\ norm 1 (multiple 1) (fun _ => 0) <= 1 /\
  (forall x, length 1 (image 1 (multiple 0) x) <= 0 * norm 1 (multiple 1) x) /\ length 1 (fun _ => 0) <= 0 /\
  no_clipping_repaired_domain 1 1 1 0 1 1 0 0 1 0 1.
Proof.
  split; [|split; [|split; [|split; [|split]]]].
  - intros i j _ _; unfold multiple; rewrite unit_symmetric; reflexivity.
  - intros x [i [small other]]; change (0 < square 1 (multiple 1) x); rewrite square_multiple, Rmult_1_l; apply dot_pos; exists i; split; assumption.
  - unfold norm; rewrite square_multiple, dot_zero, Rmult_0_r, sqrt_0; lra.
  - intros x; rewrite Rmult_0_l; unfold length; rewrite (dot_ext 1 _ (fun _ => 0) _ (fun _ => 0)), dot_zero, sqrt_0; [lra| |];
      intros i small; rewrite image_multiple by exact small; ring.
  - unfold length; rewrite dot_zero, sqrt_0; lra.
  - unfold no_clipping_repaired_domain; lra.
Qed.

Theorem no_clipping_repaired : no_clipping_repaired_statement.
Proof.
  intros n P Q g optimum R_ h size offset balanced definite inside large shift nonneg error.
  assert (0 <= R_) by (pose proof (norm_nonneg n P optimum); lra).
  assert (near : forall x, error (projection n P R_ x) <= error x) by (intros; apply nearer; assumption).
  split.
  - intros x point i within gradient projected (_ & some & wide & _ & _); split; [unfold no_clipping_repaired_defined; lra|].
    split; [split; [reflexivity|split; [|apply near]]|apply in_ball; assumption].
    apply Rle_trans with (size * R_ + offset); [|lra]; apply length_below; [|exact shift].
    apply Rle_trans with (1 := large point), Rmult_le_compat_l; assumption.
  - intros Y mean next after before lawful one two; refine (in_order mean lawful _ _ _ _ _ one two); intros y.
    apply pow_incr; split; [apply norm_nonneg|apply near].
Qed.
