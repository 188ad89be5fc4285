(* The divergence of Renyi between two normal laws with one covariance, as integrals of the ratio of their densities. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Vectors Normal NormalSeries NormalTail NormalMean NormalEvents Moments Laws.
Open Scope R_scope.

(* N(mu, Sigma) with Sigma = L L' is the law of mu + L Z for standard normal Z; S is the inverse of Sigma. The normalisations of two
   such laws are equal, so that the log ratio of the densities of N(mu, Sigma) and N(nu, Sigma) at x is this. *)
Definition log_ratio (n : nat) (S : matrix) (mu nu x : vector) : R :=
  (square n S (fun i => x i - nu i) - square n S (fun i => x i - mu i)) / 2.
Definition drawn (n : nat) (L : matrix) (mu z : vector) : vector := fun i => mu i + image n L z i.

(* D_alpha(N(mu, L L') || N(nu, L L')) exists and is d: Definition 5, and for alpha = 1 the divergence of Kullback and Leibler. *)
Definition renyi (n : nat) (S L : matrix) (mu nu : vector) (alpha d : R) : Prop :=
  (1 < alpha /\ exists l, d = ln l / (alpha - 1) /\
    mean n (fun z => Rpower (exp (log_ratio n S mu nu (drawn n L nu z))) alpha) l) \/
  (alpha = 1 /\ mean n (fun z => ln (exp (log_ratio n S mu nu (drawn n L mu z)))) d).

(* S is the inverse of L L'. *)
Definition root_of_inverse (n : nat) (S L : matrix) : Prop :=
  symmetric n S /\ forall x, same n (image n S (image n L (image n (transposed L) x))) x.

Lemma mean_zero : mean_of_one (fun z => z) 0.
Proof.
  unfold mean_of_one; pose proof root_pos as root.
  assert (smooth : forall x, continuous (fun t => t * density t) x).
  { intros x; apply (ex_derive_continuous (fun t => t * density t)); unfold density, bell; auto_derive; lra. }
  assert (value : forall x, RInt (fun t => t * density t) 0 x = density 0 - density x).
  { intros x; apply is_RInt_unique; replace (density 0 - density x) with (minus (- density x) (- density 0))
      by (unfold minus, plus, opp; simpl; ring).
    apply (is_RInt_derive (V := R_CompleteNormedModule) (fun t => - density t)); [|intros; apply smooth].
    intros t _; unfold density, bell; auto_derive; [trivial|unfold Rdiv; field; lra]. }
  assert (even : forall x, density (- x) = density x).
  { intros x; unfold density, bell; replace (- x * - x) with (x * x) by ring; reflexivity. }
  assert (right : is_lim density p_infty 0).
  { apply (is_lim_ext (fun x => / sqrt (2 * PI) * bell x)); [intros x; unfold density, Rdiv; ring|].
    replace (Finite 0) with (Finite (/ sqrt (2 * PI) * 0)) by (f_equal; ring); apply (is_lim_scal_l bell _ p_infty 0), bell_right. }
  assert (sides : is_lim (fun x => RInt (fun t => t * density t) 0 x) p_infty (density 0)).
  { apply (is_lim_ext (fun x => density 0 - density x)); [intros; symmetry; apply value|].
    replace (Finite (density 0)) with (Finite (density 0 - 0)) by (f_equal; ring).
    apply (is_lim_minus' (fun _ => density 0) density); [apply is_lim_const|exact right]. }
  replace 0 with (density 0 - density 0) by ring; apply line; [exact smooth| |exact sides].
  apply (is_lim_ext (fun x => RInt (fun t => t * density t) 0 (- x))); [intros x; rewrite !value, even; reflexivity|].
  apply (is_lim_comp (fun x => RInt (fun t => t * density t) 0 x) Ropp m_infty (density 0) p_infty); [exact sides| |].
  - apply (is_lim_opp (fun t => t) m_infty m_infty), is_lim_id.
  - exists 0; intros; discriminate.
Qed.

Lemma mean_of_line k : forall c a, mean k (fun z => c + sum k (fun i => a i * z i)) c.
Proof.
  induction k as [|k IH]; intros c a; [simpl; ring|].
  exists (fun x => c + a k * x); split.
  - intros x; apply (mean_ext k (fun z => (c + a k * x) + sum k (fun i => a i * z i))); [|apply IH].
    intros z; cbn [sum]; rewrite Nat.eqb_refl.
    rewrite (sum_ext k (fun i => a i * (if Nat.eqb i k then x else z i)) (fun i => a i * z i)); [ring|].
    intros i below; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
  - pose proof (of_sum mean_of_one normal_law (fun _ => 1) (fun x => x) c (a k) 1 0 mean_one mean_zero) as known.
    rewrite Rmult_0_r, Rplus_0_r, Rmult_1_r in known; refine (mean_of_one_ext _ _ _ _ known); intros; ring.
Qed.

Lemma mean_of_exponential k : forall c a,
  mean k (fun z => exp (c + sum k (fun i => a i * z i))) (exp (c + sum k (fun i => a i * a i) / 2)).
Proof.
  induction k as [|k IH]; intros c a; [simpl; f_equal; lra|].
  exists (fun x => exp (c + sum k (fun i => a i * a i) / 2 + a k * x)); split.
  - intros x; replace (c + sum k (fun i => a i * a i) / 2 + a k * x) with (c + a k * x + sum k (fun i => a i * a i) / 2) by ring.
    apply (mean_ext k (fun z => exp (c + a k * x + sum k (fun i => a i * z i)))); [|apply IH].
    intros z; cbn [sum]; rewrite Nat.eqb_refl.
    rewrite (sum_ext k (fun i => a i * (if Nat.eqb i k then x else z i)) (fun i => a i * z i)); [f_equal; ring|].
    intros i below; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
  - cbn [sum]; replace (c + (sum k (fun i => a i * a i) + a k * a k) / 2) with (c + sum k (fun i => a i * a i) / 2 + a k ^ 2 / 2) by field.
    apply exponential_mean.
Qed.

Section Divergence.
Variables (n : nat) (S L : matrix) (mu nu : vector).
Hypothesis root : root_of_inverse n S L.

Definition gap : vector := fun i => mu i - nu i.
Definition slope : vector := image n (transposed L) (image n S gap).

Lemma slope_square : dot n slope slope = square n S gap.
Proof.
  unfold slope; rewrite dot_image; change (transposed (transposed L)) with L.
  rewrite (dot_symmetric n S) by apply root; apply dot_ext; [intros i _; reflexivity|apply root].
Qed.

Lemma square_moved x c d : square n S (fun i => x i - c * d i) = square n S x - 2 * c * dot n x (image n S d) + c ^ 2 * square n S d.
Proof.
  unfold square; rewrite square_of_step by apply root; rewrite (dot_symmetric n S x d) by apply root; ring.
Qed.

Lemma ratio_from_nu z : log_ratio n S mu nu (drawn n L nu z) = - (square n S gap / 2) + sum n (fun i => slope i * z i).
Proof.
  unfold log_ratio.
  assert (one : square n S (fun i => drawn n L nu z i - nu i) = square n S (image n L z)).
  { unfold square; apply dot_ext; [|intros i _; apply image_ext]; intros j _; unfold drawn; ring. }
  assert (two : square n S (fun i => drawn n L nu z i - mu i) = square n S (fun i => image n L z i - 1 * gap i)).
  { unfold square; apply dot_ext; [|intros i _; apply image_ext]; intros j _; unfold drawn, gap; ring. }
  rewrite one, two, square_moved; change (sum n (fun i => slope i * z i)) with (dot n slope z).
  unfold slope; rewrite <- dot_image, (dot_comm n (image n L z)); field.
Qed.

Lemma ratio_from_mu z : log_ratio n S mu nu (drawn n L mu z) = square n S gap / 2 + sum n (fun i => slope i * z i).
Proof.
  unfold log_ratio.
  assert (one : square n S (fun i => drawn n L mu z i - nu i) = square n S (fun i => image n L z i - -1 * gap i)).
  { unfold square; apply dot_ext; [|intros i _; apply image_ext]; intros j _; unfold drawn, gap; ring. }
  assert (two : square n S (fun i => drawn n L mu z i - mu i) = square n S (image n L z)).
  { unfold square; apply dot_ext; [|intros i _; apply image_ext]; intros j _; unfold drawn; ring. }
  rewrite one, two, square_moved; change (sum n (fun i => slope i * z i)) with (dot n slope z).
  unfold slope; rewrite <- dot_image, (dot_comm n (image n L z)); field.
Qed.

Theorem renyi_value alpha : 1 <= alpha -> forall d, renyi n S L mu nu alpha d <-> d = alpha / 2 * square n S gap.
Proof.
  intros order; set (q := square n S gap).
  assert (power : mean n (fun z => Rpower (exp (log_ratio n S mu nu (drawn n L nu z))) alpha) (exp (alpha * (alpha - 1) / 2 * q))).
  { replace (alpha * (alpha - 1) / 2 * q) with (alpha * - (q / 2) + sum n (fun i => alpha * slope i * (alpha * slope i)) / 2).
    - apply (mean_ext n (fun z => exp (alpha * - (q / 2) + sum n (fun i => alpha * slope i * z i)))); [|apply mean_of_exponential].
      intros z; unfold Rpower; rewrite ln_exp, ratio_from_nu; fold q; f_equal; rewrite Rmult_plus_distr_l, <- sum_scale.
      f_equal; apply sum_ext; intros; ring.
    - rewrite (sum_ext n _ (fun i => alpha ^ 2 * (slope i * slope i))), sum_scale by (intros; ring).
      fold (dot n slope slope); rewrite slope_square; fold q; field. }
  assert (one : mean n (fun z => ln (exp (log_ratio n S mu nu (drawn n L mu z)))) (q / 2)).
  { apply (mean_ext n (fun z => q / 2 + sum n (fun i => slope i * z i))); [|apply mean_of_line].
    intros z; rewrite ln_exp, ratio_from_mu; reflexivity. }
  intros d; split.
  - intros [(more & l & -> & known)|(-> & known)].
    + rewrite (mean_unique n _ _ _ known power), ln_exp; field; lra.
    + rewrite (mean_unique n _ _ _ known one); field.
  - intros ->; destruct order as [more| <-]; [left|right].
    + split; [exact more|]; exists (exp (alpha * (alpha - 1) / 2 * q)); split; [rewrite ln_exp; field; lra|exact power].
    + split; [reflexivity|]; replace (1 / 2 * q) with (q / 2) by field; exact one.
Qed.
End Divergence.

(* c times the identity *)
Definition multiple (c : R) : matrix := fun i j => c * unit i j.

Lemma image_multiple n c x i : (i < n)%nat -> image n (multiple c) x i = c * x i.
Proof.
  intros small; unfold image, multiple; rewrite (sum_ext n _ (fun j => c * (x j * unit i j))) by (intros; ring).
  rewrite sum_scale, sum_unit by exact small; reflexivity.
Qed.

Lemma square_multiple n c x : square n (multiple c) x = c * dot n x x.
Proof.
  unfold square, dot; rewrite <- sum_scale; apply sum_ext; intros i small; rewrite image_multiple by exact small; ring.
Qed.

Lemma unit_symmetric i j : unit i j = unit j i.
Proof. unfold unit; rewrite Nat.eqb_sym; reflexivity. Qed.

Lemma multiple_root n c d : c * d ^ 2 = 1 -> root_of_inverse n (multiple c) (multiple d).
Proof.
  intros inverse; split; [intros i j _ _; unfold multiple; rewrite unit_symmetric; reflexivity|].
  intros x i small; rewrite image_multiple, image_multiple by exact small.
  replace (image n (transposed (multiple d)) x i) with (d * x i); [transitivity (c * d ^ 2 * x i); [ring|rewrite inverse; ring]|].
  rewrite <- image_multiple with (n := n) by exact small; apply sum_ext; intros j _; unfold transposed, multiple.
  rewrite unit_symmetric; reflexivity.
Qed.
