(* Lemmas about the matrix of a saddle point problem: its eigenvalues for one feature, or for two states that are treated alike. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Vectors Mdp Saddle LemmaWords LemmaFormulas.
Open Scope R_scope.

(* z^2 - c z + a^2 = 0 for z = re + i im *)
Definition root (a c re im : R) : Prop := re ^ 2 - im ^ 2 - c * re + a ^ 2 = 0 /\ im * (2 * re - c) = 0.
Definition gap (a c : R) : R := sqrt (Rmax 0 (c ^ 2 - 4 * a ^ 2)).
Definition larger (a c : R) : R := Rmax a ((c + gap a c) / 2).
Definition height (a c : R) : R := sqrt (Rmax 0 (a ^ 2 - c ^ 2 / 4)).

Section Roots.
Variable c : R.
Hypothesis wide : 0 < c.

Lemma gap_real a : 2 * a <= c -> 0 < a -> 0 <= gap a c < c /\ gap a c ^ 2 = c ^ 2 - 4 * a ^ 2 /\ larger a c = (c + gap a c) / 2 /\ height a c = 0.
Proof.
  intros real positive; assert (0 <= c ^ 2 - 4 * a ^ 2) by nra; unfold larger, height, gap.
  rewrite (Rmax_right 0 (c ^ 2 - 4 * a ^ 2)) by assumption; pose proof (sqrt_pos (c ^ 2 - 4 * a ^ 2)).
  assert (square : sqrt (c ^ 2 - 4 * a ^ 2) ^ 2 = c ^ 2 - 4 * a ^ 2) by (rewrite <- Rsqr_pow2; apply Rsqr_sqrt; assumption).
  repeat split; [assumption|nra|exact square|apply Rmax_right; lra|rewrite Rmax_left by nra; apply sqrt_0].
Qed.

Lemma gap_complex a : c < 2 * a -> gap a c = 0 /\ larger a c = a /\ height a c ^ 2 = a ^ 2 - c ^ 2 / 4.
Proof.
  intros complex; unfold larger, height, gap; rewrite (Rmax_left 0 (c ^ 2 - 4 * a ^ 2)), sqrt_0 by nra.
  repeat split; [apply Rmax_left; lra|]; rewrite Rmax_right by nra; rewrite <- Rsqr_pow2; apply Rsqr_sqrt; nra.
Qed.

Lemma root_is a re im : 0 < a -> root a c re im -> (2 * a <= c -> im = 0) /\
  (c - gap a c) / 2 <= re <= (c + gap a c) / 2 /\
  (sqrt (re ^ 2 + im ^ 2) = larger a c \/ sqrt (re ^ 2 + im ^ 2) = a ^ 2 / larger a c) /\
  (2 * a <= c -> re = larger a c \/ re = a ^ 2 / larger a c).
Proof.
  intros positive [real imaginary]; destruct (Rle_dec (2 * a) c) as [flat|not].
  - destruct (gap_real a flat positive) as (between & square & is & _); set (s := gap a c) in *.
    assert (none : im = 0).
    { destruct (Rmult_integral _ _ imaginary) as [|middle]; [assumption|]; assert (re = c / 2) by lra; subst re.
      assert (im ^ 2 <= 0) by nra; pose proof (pow2_ge_0 im); destruct (both_zero im 0) as [h _]; [lra|exact h]. }
    subst im; assert (product : (re - (c + s) / 2) * (re - (c - s) / 2) = 0) by nra.
    assert (which : re = larger a c \/ re = a ^ 2 / larger a c).
    { rewrite is; destruct (Rmult_integral _ _ product) as [h|h]; [left; lra|right].
      apply (Rmult_eq_reg_r ((c + s) / 2)); [|lra]; replace (a ^ 2 / ((c + s) / 2) * ((c + s) / 2)) with (a ^ 2) by (field; lra); nra. }
    assert (0 <= re) by (destruct (Rmult_integral _ _ product) as [h|h]; lra).
    split; [reflexivity|split; [destruct (Rmult_integral _ _ product); lra|split; [|intros _; exact which]]].
    replace (re ^ 2 + 0 ^ 2) with (re * re) by ring; rewrite sqrt_square by assumption; exact which.
  - destruct (gap_complex a ltac:(lra)) as (-> & is & _); split; [lra|].
    assert (middle : re = c / 2).
    { destruct (Rmult_integral _ _ imaginary) as [->|h]; [|lra]; exfalso; pose proof (pow2_ge_0 (re - c / 2)); nra. }
    split; [lra|]; assert (size : re ^ 2 + im ^ 2 = a * a) by (subst re; nra); rewrite size, is, sqrt_square by lra.
    split; [left; reflexivity|lra].
Qed.

Lemma roots_are a : 0 < a ->
  (exists im, root a c ((c - gap a c) / 2) im /\ sqrt (((c - gap a c) / 2) ^ 2 + im ^ 2) = a ^ 2 / larger a c /\ (2 * a <= c -> im = 0 /\ (c - gap a c) / 2 = a ^ 2 / larger a c)) /\
  exists im, root a c ((c + gap a c) / 2) im /\ sqrt (((c + gap a c) / 2) ^ 2 + im ^ 2) = larger a c /\ (2 * a <= c -> im = 0 /\ (c + gap a c) / 2 = larger a c).
Proof.
  intros positive; destruct (Rle_dec (2 * a) c) as [flat|not].
  - destruct (gap_real a flat positive) as (between & square & is & _); rewrite is; set (s := gap a c) in *.
    assert (other : (c - s) / 2 = a ^ 2 / ((c + s) / 2)).
    { apply (Rmult_eq_reg_r ((c + s) / 2)); [|lra]; replace (a ^ 2 / ((c + s) / 2) * ((c + s) / 2)) with (a ^ 2) by (field; lra); nra. }
    split; exists 0; (split; [unfold root; split; nra|]); split; try (intros _; split; [reflexivity|assumption || reflexivity]).
    + rewrite <- other; replace (((c - s) / 2) ^ 2 + 0 ^ 2) with ((c - s) / 2 * ((c - s) / 2)) by ring; apply sqrt_square; lra.
    + replace (((c + s) / 2) ^ 2 + 0 ^ 2) with ((c + s) / 2 * ((c + s) / 2)) by ring; apply sqrt_square; lra.
  - destruct (gap_complex a ltac:(lra)) as (-> & is & square); rewrite is; set (h := height a c) in *.
    assert (length : forall u, u = c / 2 -> sqrt (u ^ 2 + h ^ 2) = a).
    { intros u ->; rewrite square; replace ((c / 2) ^ 2 + (a ^ 2 - c ^ 2 / 4)) with (a * a) by field; apply sqrt_square; lra. }
    split; exists h; (split; [unfold root; split; [rewrite square|]; field|]); split; try (intros; lra).
    + rewrite length by lra; field; lra.
    + apply length; lra.
Qed.

Lemma in_between a : 0 < a -> 0 < a ^ 2 / larger a c <= larger a c /\ a ^ 2 / larger a c <= a <= larger a c.
Proof.
  intros positive; assert (a <= larger a c) by apply Rmax_l; set (l := larger a c) in *.
  assert (0 < a ^ 2 / l) by (apply Rdiv_lt_0_compat; [apply pow_lt|]; lra).
  assert (a ^ 2 / l <= a) by (apply (Rmult_le_reg_r l); [lra|]; replace (a ^ 2 / l * l) with (a ^ 2) by (field; lra); nra); lra.
Qed.

Lemma ordered a b : 0 < a <= b -> gap b c <= gap a c /\ a ^ 2 / larger a c <= b ^ 2 / larger b c /\ (2 * b <= c -> larger b c <= larger a c).
Proof.
  intros [positive order].
  assert (down : gap b c <= gap a c) by (apply sqrt_le_1_alt, Rle_max_compat_l; nra).
  split; [exact down|]; destruct (Rle_dec (2 * b) c) as [flat|not].
  - destruct (gap_real a ltac:(lra) positive) as (between & square & is & _), (gap_real b flat ltac:(lra)) as (between' & square' & is' & _).
    assert (of : forall x s, 0 <= s < c -> s ^ 2 = c ^ 2 - 4 * x ^ 2 -> x ^ 2 / ((c + s) / 2) = (c - s) / 2).
    { intros x s inside equal; apply (Rmult_eq_reg_r ((c + s) / 2)); [|lra].
      replace (x ^ 2 / ((c + s) / 2) * ((c + s) / 2)) with (x ^ 2) by (field; lra); nra. }
    rewrite is, is', (of a _ between square), (of b _ between' square'); split; lra.
  - destruct (gap_complex b ltac:(lra)) as (_ & -> & _); split; [|lra].
    pose proof (in_between a positive); replace (b ^ 2 / b) with b by (field; lra); lra.
Qed.
End Roots.

(* All numbers, for the eigenvalues low <= high of A *)
Section Spectrum.
Variables (low high c : R) (E : R -> R -> Prop).
Hypotheses (wide : 0 < c) (positive : 0 < low) (order : low <= high) (spectrum : forall re im, E re im <-> root low c re im \/ root high c re im).

Lemma least_real_part : least (fun z => exists im, E z im) ((c - gap low c) / 2).
Proof.
  destruct (roots_are c wide low positive) as [(im & is & _) _]; destruct (ordered c wide low high ltac:(lra)) as [down _].
  split; [exists im; apply spectrum; left; exact is|]; intros z (im' & value); apply spectrum in value.
  destruct value as [value|value]; apply root_is in value; try lra; destruct value as (_ & between & _); lra.
Qed.

Lemma moduli_between re im : E re im -> low ^ 2 / larger low c <= sqrt (re ^ 2 + im ^ 2) <= Rmax (larger low c) (larger high c).
Proof.
  intros value; apply spectrum in value; destruct (ordered c wide low high ltac:(lra)) as (_ & up & _).
  pose proof (in_between c low positive); pose proof (in_between c high ltac:(lra)).
  pose proof (Rmax_l (larger low c) (larger high c)); pose proof (Rmax_r (larger low c) (larger high c)).
  destruct value as [value|value]; apply root_is in value; try lra; destruct value as (_ & _ & [is|is] & _); rewrite is; lra.
Qed.

Lemma least_modulus : least (fun z => exists re im, E re im /\ z = sqrt (re ^ 2 + im ^ 2)) (low ^ 2 / larger low c).
Proof.
  destruct (roots_are c wide low positive) as [(im & is & size & _) _]; split.
  - exists ((c - gap low c) / 2), im; split; [apply spectrum; left; exact is|symmetry; exact size].
  - intros z (re & im' & value & ->); apply moduli_between, value.
Qed.

Lemma largest_modulus : largest (fun z => exists re im, E re im /\ z = sqrt (re ^ 2 + im ^ 2)) (Rmax (larger low c) (larger high c)).
Proof.
  destruct (roots_are c wide low positive) as [_ (im & is & size & _)], (roots_are c wide high ltac:(lra)) as [_ (im' & is' & size' & _)]; split.
  - destruct (Rle_dec (larger low c) (larger high c)).
    + rewrite Rmax_right by assumption; exists ((c + gap high c) / 2), im'; split; [apply spectrum; right; exact is'|symmetry; exact size'].
    + rewrite Rmax_left by lra; exists ((c + gap low c) / 2), im; split; [apply spectrum; left; exact is|symmetry; exact size].
  - intros z (re & im'' & value & ->); apply moduli_between, value.
Qed.

Lemma real_ones : 2 * high <= c -> (forall re im, E re im -> im = 0) /\
  least (fun z => E z 0) (low ^ 2 / larger low c) /\ largest (fun z => E z 0) (larger low c).
Proof.
  intros flat; destruct (ordered c wide low high ltac:(lra)) as (_ & up & down); specialize (down flat).
  pose proof (in_between c low positive); pose proof (in_between c high ltac:(lra)).
  destruct (roots_are c wide low positive) as [(im & is & _ & real) (im' & is' & _ & real')].
  destruct (real ltac:(lra)) as [-> equal], (real' ltac:(lra)) as [-> equal']; rewrite equal in is; rewrite equal' in is'.
  assert (each : forall re, E re 0 -> low ^ 2 / larger low c <= re <= larger low c).
  { intros re value; apply spectrum in value; destruct value as [value|value]; apply root_is in value; try lra;
      destruct value as (_ & _ & _ & which); destruct (which ltac:(lra)) as [-> | ->]; lra. }
  split; [|split; split].
  - intros re im value; apply spectrum in value; destruct value as [value|value]; apply root_is in value; try lra; apply value; lra.
  - apply spectrum; left; exact is.
  - intros z value; apply each, value.
  - apply spectrum; left; exact is'.
  - intros z value; apply each, value.
Qed.

Lemma least_square (S : R -> Prop) : (forall z, S z <-> z = low ^ 2 / c \/ z = high ^ 2 / c) -> least S (low ^ 2 / c) /\ largest S (high ^ 2 / c).
Proof.
  intros all; assert (up : low ^ 2 / c <= high ^ 2 / c) by (apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|nra]).
  split; split; try (apply all; tauto); intros z value; apply all in value; destruct value as [-> | ->]; lra.
Qed.
End Spectrum.

Lemma eigenvalue_root (A C : matrix) re im : A 0%nat 0%nat <> 0 -> eigenvalue 1 A C re im <-> root (A 0%nat 0%nat) (C 0%nat 0%nat) re im.
Proof.
  intros some; split; [apply roots; trivial|]; intros [real imaginary].
  apply (root_is_eigenvalue A C (A 0%nat 0%nat) (C 0%nat 0%nat)); trivial.
Qed.

(* Two states or features that are treated alike: sums and differences *)
Section Two.
Variables (A C : matrix) (x y c : R).
Hypotheses (one : A 0%nat 0%nat = x) (two : A 1%nat 1%nat = x) (three : A 0%nat 1%nat = y) (four : A 1%nat 0%nat = y).

Lemma eigenvalue_of_two z : eigenvalue_of 2 A z <-> z = x + y \/ z = x - y.
Proof.
  split.
  - intros (v & (i & small & some) & equal); pose proof (equal 0%nat ltac:(lia)) as first; pose proof (equal 1%nat ltac:(lia)) as second.
    unfold image in first, second; simpl in first, second; rewrite one, three in first; rewrite two, four in second.
    assert (sums : (x + y - z) * (v 0%nat + v 1%nat) = 0) by lra; assert (differences : (x - y - z) * (v 0%nat - v 1%nat) = 0) by lra.
    destruct (Rmult_integral _ _ sums) as [|plus]; [left; lra|]; destruct (Rmult_integral _ _ differences) as [|minus]; [right; lra|].
    exfalso; apply some; destruct i as [|[|i]]; [lra|lra|lia].
  - intros [-> | ->]; [exists (fun _ => 1)|exists (fun i => if Nat.eqb i 0 then 1 else -1)]; (split; [exists 0%nat; split; [lia|simpl; lra]|]);
      intros [|[|i]] small; try lia; unfold image; simpl; rewrite ?one, ?two, ?three, ?four; ring.
Qed.

Hypotheses (c_one : C 0%nat 0%nat = c) (c_two : C 1%nat 1%nat = c) (c_three : C 0%nat 1%nat = 0) (c_four : C 1%nat 0%nat = 0).

Lemma eigenvalue_two re im : eigenvalue 2 A C re im <->
  eigenvalue 1 (fun _ _ => x + y) (fun _ _ => c) re im \/ eigenvalue 1 (fun _ _ => x - y) (fun _ _ => c) re im.
Proof.
  split.
  - intros (u & v & u' & v' & (i & small & some) & e1 & e2 & e3 & e4).
    pose proof (e1 0%nat ltac:(lia)) as f1; pose proof (e1 1%nat ltac:(lia)) as g1; pose proof (e2 0%nat ltac:(lia)) as f2; pose proof (e2 1%nat ltac:(lia)) as g2.
    pose proof (e3 0%nat ltac:(lia)) as f3; pose proof (e3 1%nat ltac:(lia)) as g3; pose proof (e4 0%nat ltac:(lia)) as f4; pose proof (e4 1%nat ltac:(lia)) as g4.
    unfold upper, lower, image, transposed in *; simpl in *; rewrite ?one, ?two, ?three, ?four, ?c_one, ?c_two, ?c_three, ?c_four in *.
    destruct (Req_EM_T (u 0%nat + u 1%nat) 0) as [u0|u1], (Req_EM_T (v 0%nat + v 1%nat) 0) as [v0|v1],
      (Req_EM_T (u' 0%nat + u' 1%nat) 0) as [u0'|u1'], (Req_EM_T (v' 0%nat + v' 1%nat) 0) as [v0'|v1'];
      try (left; exists (fun _ => u 0%nat + u 1%nat), (fun _ => v 0%nat + v 1%nat), (fun _ => u' 0%nat + u' 1%nat), (fun _ => v' 0%nat + v' 1%nat);
        split; [exists 0%nat; split; [lia|tauto]|]; unfold upper, lower, image, transposed; repeat split; intros j low; simpl; lra).
    right; exists (fun _ => u 0%nat - u 1%nat), (fun _ => v 0%nat - v 1%nat), (fun _ => u' 0%nat - u' 1%nat), (fun _ => v' 0%nat - v' 1%nat).
    split; [|unfold upper, lower, image, transposed; repeat split; intros j low; simpl; lra].
    exists 0%nat; split; [lia|]; destruct i as [|[|i]]; [| |lia];
      (destruct some as [h|[h|[h|h]]]; [left|right; left|right; right; left|right; right; right]; intros zero; apply h; lra).
  - intros [(u & v & u' & v' & (i & small & some) & e1 & e2 & e3 & e4)|(u & v & u' & v' & (i & small & some) & e1 & e2 & e3 & e4)];
      replace i with 0%nat in some by lia;
      pose proof (e1 0%nat ltac:(lia)) as f1; pose proof (e2 0%nat ltac:(lia)) as f2; pose proof (e3 0%nat ltac:(lia)) as f3; pose proof (e4 0%nat ltac:(lia)) as f4;
      unfold upper, lower, image, transposed in f1, f2, f3, f4; simpl in f1, f2, f3, f4.
    + exists (fun _ => u 0%nat), (fun _ => v 0%nat), (fun _ => u' 0%nat), (fun _ => v' 0%nat); split; [exists 0%nat; split; [lia|exact some]|].
      unfold upper, lower, image, transposed; repeat split; intros [|[|j]] low; try lia; simpl;
        rewrite ?one, ?two, ?three, ?four, ?c_one, ?c_two, ?c_three, ?c_four; lra.
    + pose (flip := fun (t : R) (j : nat) => if Nat.eqb j 0 then t else - t).
      exists (flip (u 0%nat)), (flip (v 0%nat)), (flip (u' 0%nat)), (flip (v' 0%nat)); split; [exists 0%nat; split; [lia|exact some]|].
      unfold upper, lower, image, transposed, flip; repeat split; intros [|[|j]] low; try lia; simpl;
        rewrite ?one, ?two, ?three, ?four, ?c_one, ?c_two, ?c_three, ?c_four; lra.
Qed.
End Two.

Lemma image_of_inverse n C D c x : c <> 0 -> (forall v, same n (image n C v) (fun i => c * v i)) -> inverse n C D -> same n (image n D x) (fun i => x i / c).
Proof.
  intros some scale undoes i small; destruct (undoes x) as [back _]; specialize (back i small); rewrite (scale _ i small) in back.
  rewrite <- back; field; exact some.
Qed.

(* saddle-spectrum: A and C of an MDP with one action under equal weights *)
Definition weighed_products (n : nat) (gamma : R) (P : nat -> nat -> R) (features : nat -> nat -> R) : matrix :=
  fun i j => sum n (fun s => / INR n * features i s * (features j s - gamma * sum n (fun t => P s t * features j t))).
Definition feature_products (n : nat) (features : nat -> nat -> R) : matrix := fun i j => sum n (fun s => / INR n * features i s * features j s).

(* What is to be shown of one or two features, whose numbers are first and second. *)
Definition spectra (k : nat) (A C : matrix) (first second c : R) : Prop :=
  (forall re im, eigenvalue k A C re im <-> root first c re im \/ root second c re im) /\
  (forall z, eigenvalue_of k C z <-> z = c) /\
  (exists D, inverse k C D) /\
  forall D, inverse k C D -> forall z, eigenvalue_of k (curvature k A D) z <-> z = first ^ 2 / c \/ z = second ^ 2 / c.

Lemma spectra_of_one A C a : A 0%nat 0%nat = a -> C 0%nat 0%nat = 1 -> a <> 0 -> spectra 1 A C a a 1.
Proof.
  intros of_A of_C some; split; [|split; [|split]].
  - intros re im; rewrite eigenvalue_root, of_A, of_C by (rewrite of_A; exact some); tauto.
  - intros z; rewrite eigenvalue_of_one, of_C; tauto.
  - exists (fun _ _ => 1); intros x; split; intros i small; replace i with 0%nat by lia; unfold image; simpl; rewrite of_C; ring.
  - intros D undoes z; rewrite eigenvalue_of_one; unfold curvature, image at 1, transposed; cbn [sum].
    rewrite (image_of_inverse 1 C D 1 (fun k => A k 0%nat)) by (lra || lia || exact undoes ||
      (intros v i small; replace i with 0%nat by lia; unfold image; simpl; rewrite of_C; ring)).
    rewrite of_A; replace (0 + a * (a / 1)) with (a ^ 2 / 1) by field; tauto.
Qed.

Lemma spectra_of_two A C x y c : A 0%nat 0%nat = x -> A 1%nat 1%nat = x -> A 0%nat 1%nat = y -> A 1%nat 0%nat = y ->
  C 0%nat 0%nat = c -> C 1%nat 1%nat = c -> C 0%nat 1%nat = 0 -> C 1%nat 0%nat = 0 -> c <> 0 -> x + y <> 0 -> x - y <> 0 ->
  spectra 2 A C (x + y) (x - y) c.
Proof.
  intros one two three four c_one c_two c_three c_four some plus minus.
  assert (scale : forall v, same 2 (image 2 C v) (fun i => c * v i)).
  { intros v [|[|i]] small; try lia; unfold image; simpl; rewrite ?c_one, ?c_two, ?c_three, ?c_four; ring. }
  split; [|split; [|split]].
  - intros re im; rewrite (eigenvalue_two A C x y c) by assumption; rewrite !eigenvalue_root by assumption; tauto.
  - intros z; rewrite (eigenvalue_of_two C c 0) by assumption; rewrite Rplus_0_r, Rminus_0_r; tauto.
  - exists (fun i j => if Nat.eqb i j then / c else 0); intros v; split; intros [|[|i]] small; try lia; unfold image; simpl;
      rewrite ?c_one, ?c_two, ?c_three, ?c_four; field; exact some.
  - intros D undoes z.
    assert (entry : forall i j, (i < 2)%nat -> curvature 2 A D i j = A 0%nat i * (A 0%nat j / c) + A 1%nat i * (A 1%nat j / c)).
    { intros i j small; unfold curvature, image at 1, transposed; cbn [sum].
      rewrite !(image_of_inverse 2 C D c (fun k => A k j) some scale undoes) by lia; ring. }
    rewrite (eigenvalue_of_two (curvature 2 A D) ((x * x + y * y) / c) (2 * x * y / c))
      by (rewrite entry by lia; rewrite ?one, ?two, ?three, ?four; field; exact some).
    replace ((x * x + y * y) / c + 2 * x * y / c) with ((x + y) ^ 2 / c) by (field; exact some).
    replace ((x * x + y * y) / c - 2 * x * y / c) with ((x - y) ^ 2 / c) by (field; exact some); tauto.
Qed.

Lemma spectra_swapped k A C first second c : spectra k A C first second c -> spectra k A C second first c.
Proof.
  intros (one & two & three & four); split; [|split; [exact two|split; [exact three|]]].
  - intros re im; rewrite one; tauto.
  - intros D undoes z; rewrite (four D undoes); tauto.
Qed.

(* Item by item *)
Lemma items k A C first second c : 0 < first -> 0 < second -> 0 < c -> spectra k A C first second c ->
  let low := Rmin first second in
  let high := Rmax first second in
  least (real_part k A C) ((c - gap low c) / 2) /\
  least (modulus k A C) (low ^ 2 / larger low c) /\
  largest (modulus k A C) (Rmax (larger low c) (larger high c)) /\
  (exists D, inverse k C D) /\
  (forall D, inverse k C D -> least (eigenvalue_of k (curvature k A D)) (low ^ 2 / c) /\ largest (eigenvalue_of k (curvature k A D)) (high ^ 2 / c)) /\
  least (eigenvalue_of k C) c /\ largest (eigenvalue_of k C) c /\
  (2 * high <= c -> real_spectrum k A C /\ least (fun z => eigenvalue k A C z 0) (low ^ 2 / larger low c) /\
    largest (fun z => eigenvalue k A C z 0) (larger low c)).
Proof.
  intros one two wide known low high.
  assert (sorted : 0 < low /\ low <= high /\ spectra k A C low high c).
  { unfold low, high, Rmin, Rmax; destruct (Rle_dec first second); split; try assumption; split; try lra; [exact known|apply spectra_swapped, known]. }
  destruct sorted as (positive & order & (spectrum & own & there & curved)).
  split; [exact (least_real_part low high c (eigenvalue k A C) wide positive order spectrum)|].
  split; [exact (least_modulus low high c (eigenvalue k A C) wide positive order spectrum)|].
  split; [exact (largest_modulus low high c (eigenvalue k A C) wide positive order spectrum)|].
  split; [exact there|split; [intros D undoes; apply least_square; [exact wide|exact positive|exact order|apply curved, undoes]|]].
  split; [split; [apply own; reflexivity|intros z value; apply own in value; lra]|].
  split; [split; [apply own; reflexivity|intros z value; apply own in value; lra]|].
  exact (real_ones low high c (eigenvalue k A C) wide positive order spectrum).
Qed.

Theorem saddle_spectrum n m gamma P r item k features : saddle_spectrum_requires n m gamma P r item k features ->
  let A := weighed_products n gamma (P 0%nat) features in
  let C := feature_products n features in
  let value := saddle_spectrum_value n m gamma P r item k features in
  (item = 1 -> least (real_part k A C) value) /\
  (item = 2 -> least (modulus k A C) value) /\
  (item = 3 -> largest (modulus k A C) value) /\
  (exists D, inverse k C D) /\
  (item = 4 -> forall D, inverse k C D -> least (eigenvalue_of k (curvature k A D)) value) /\
  (item = 5 -> forall D, inverse k C D -> largest (eigenvalue_of k (curvature k A D)) value) /\
  (item = 6 -> least (eigenvalue_of k C) value) /\
  (item = 7 -> largest (eigenvalue_of k C) value) /\
  (item = 8 -> real_spectrum k A C /\ least (fun z => eigenvalue k A C z 0) value) /\
  (item = 9 -> real_spectrum k A C /\ largest (fun z => eigenvalue k A C z 0) value).
Proof.
  intros needs A C value; unfold saddle_spectrum_requires in needs; cbv zeta in needs; revert needs; set (c := 1 / INR k); set (p := P 0%nat 0%nat 0%nat); set (sign := features 0%nat (n - 1)%nat).
  set (first := (1 - gamma * (p + (sign + INR k - 1) * (1 - p))) * c); set (second := (1 - gamma * (p + (sign - INR k + 1) * (1 - p))) * c).
  intros ((states & actions & discount & rows) & some & _ & few & kept & fewer & unit_ & last & apart & none & which).
  assert (known : 0 < first /\ 0 < second /\ 0 < c /\ spectra k (weighed_products n gamma (P 0%nat) features) (feature_products n features) first second c).
  { apply INR_le in fewer; assert (n <= 2)%nat by (apply INR_le; simpl; lra).
    destruct (rows 0%nat 0%nat ltac:(lia) ltac:(lia)) as [chances total]; pose proof (chances 0%nat ltac:(lia)) as chance.
    destruct n as [|[|[|n]]]; [lia| | |lia].
    - assert (k = 1%nat) as -> by lia; simpl in total, kept; assert (one : p = 1) by (unfold p; lra).
      assert (is : first = 1 - gamma) by (unfold first, c; rewrite one; simpl; field).
      assert (is' : second = 1 - gamma) by (unfold second, c; rewrite one; simpl; field).
      rewrite is, is'; replace c with 1 by (unfold c; simpl; field); split; [lra|split; [lra|split; [lra|]]].
      apply spectra_of_one; [unfold weighed_products; simpl; fold p; rewrite unit_, one; field|unfold feature_products; simpl; rewrite unit_; field|lra].
    - assert (some_weight : / INR 2 = 1 / 2) by (simpl; field).
      destruct (rows 0%nat 1%nat ltac:(lia) ltac:(lia)) as [_ total']; simpl in total, total', kept, unit_; fold p in chance, total, kept.
      pose proof (chances 1%nat ltac:(lia)) as chance'; assert (away : P 0%nat 0%nat 1%nat = 1 - p) by lra.
      assert (back : P 0%nat 1%nat 0%nat = 1 - p) by lra.
      assert (discounted : gamma * p + gamma * (1 - p) < 1 /\ 0 <= gamma * p /\ 0 <= gamma * (1 - p)) by nra.
      destruct (Nat.eq_dec k 1) as [->|more].
      + simpl in last; change (features 0%nat 1%nat) with sign in last; assert (square : sign * sign = 1) by lra.
        assert (c1 : c = 1) by (unfold c; simpl; field).
        assert (is : first = 1 - gamma * (p + sign * (1 - p))) by (unfold first; rewrite c1; simpl; ring).
        assert (is' : second = 1 - gamma * (p + sign * (1 - p))) by (unfold second; rewrite c1; simpl; ring).
        assert (positive : 0 < first) by (rewrite is; assert (sign = 1 \/ sign = -1) as [-> | ->] by
          (assert (product : (sign - 1) * (sign + 1) = 0) by lra; destruct (Rmult_integral _ _ product); [left|right]; lra); lra).
        rewrite is', c1, <- is; split; [exact positive|split; [exact positive|split; [lra|]]]; apply spectra_of_one; [| |lra].
        * unfold weighed_products; rewrite some_weight; simpl; change (features 0%nat 1%nat) with sign; fold p; rewrite unit_, away, back, kept, is.
          transitivity (1 / 2 * (1 + sign * sign) - gamma * (1 / 2 * (p + sign * sign * p) + (1 - p) * sign)); [field|rewrite square; field].
        * unfold feature_products; rewrite some_weight; simpl; change (features 0%nat 1%nat) with sign; rewrite unit_.
          transitivity (1 / 2 * (1 + sign * sign)); [field|rewrite square; field].
      + assert (k = 2%nat) as -> by lia; simpl in last, none, apart.
        assert (zero : sign = 0) by lra; assert (zero' : features 1%nat 0%nat = 0) by lra; set (e := features 1%nat 1%nat) in *.
        assert (square : e * e = 1) by lra; assert (c2 : c = 1 / 2) by (unfold c; simpl; field).
        assert (signs : e = 1 \/ e = -1) by
          (assert (product : (e - 1) * (e + 1) = 0) by lra; destruct (Rmult_integral _ _ product); [left|right]; lra).
        assert (is : first = (1 - gamma * p - gamma * (1 - p)) / 2) by (unfold first; rewrite zero, c2; simpl; field).
        assert (is' : second = (1 - gamma * p + gamma * (1 - p)) / 2) by (unfold second; rewrite zero, c2; simpl; field).
        split; [lra|split; [lra|split; [lra|]]].
        assert (all : spectra 2 (weighed_products 2 gamma (P 0%nat) features) (feature_products 2 features)
          ((1 - gamma * p) / 2 + - (gamma * (1 - p) * e) / 2) ((1 - gamma * p) / 2 - - (gamma * (1 - p) * e) / 2) c).
        { apply spectra_of_two; try (unfold weighed_products; rewrite some_weight; simpl; change (features 0%nat 1%nat) with sign;
            fold p; fold e; rewrite ?unit_, ?zero, ?zero', ?away, ?back, ?kept); try (unfold feature_products; rewrite some_weight; simpl;
            change (features 0%nat 1%nat) with sign; fold e; rewrite ?unit_, ?zero, ?zero', ?c2).
          all: try (destruct signs as [-> | ->]; field).
          all: destruct signs as [-> | ->]; lra. }
        destruct signs as [one|other].
        * rewrite one in all; replace ((1 - gamma * p) / 2 + - (gamma * (1 - p) * 1) / 2) with first in all by (rewrite is; field).
          replace ((1 - gamma * p) / 2 - - (gamma * (1 - p) * 1) / 2) with second in all by (rewrite is'; field); exact all.
        * rewrite other in all; replace ((1 - gamma * p) / 2 + - (gamma * (1 - p) * -1) / 2) with second in all by (rewrite is'; field).
          replace ((1 - gamma * p) / 2 - - (gamma * (1 - p) * -1) / 2) with first in all by (rewrite is; field); apply spectra_swapped, all. }
  destruct known as (above & above' & wide & known).
  destruct (items k A C first second c above above' wide known) as (one & two & three & there & curved & own & own' & real).
  set (low := Rmin first second) in *; set (high := Rmax first second) in *.
  assert (flat : item = 8 \/ item = 9 -> 2 * high <= c).
  { intros either; destruct (Rge_dec c (2 * high)); [lra|]; exfalso; clear - which either.
    destruct (Req_EM_T item 8), (Req_EM_T item 9); repeat (destruct which as [which|which]; try lra). }
  unfold value, saddle_spectrum_value; cbv zeta; fold c; fold p; fold sign; fold first; fold second; fold low; fold high.
  change (Rmax low ((c + sqrt (Rmax 0 (c ^ 2 - 4 * low ^ 2))) / 2)) with (larger low c).
  change (Rmax high ((c + sqrt (Rmax 0 (c ^ 2 - 4 * high ^ 2))) / 2)) with (larger high c).
  change (sqrt (Rmax 0 (c ^ 2 - 4 * low ^ 2))) with (gap low c).
  split; [|split; [|split; [|split; [exact there|split; [|split; [|split; [|split; [|split]]]]]]]]; intros is;
    [| | | | | | |specialize (flat (or_introl is))|specialize (flat (or_intror is))]; subst item.
  8, 9: specialize (real flat); destruct (Rge_dec c (2 * high)) as [wide_|]; [|exfalso; lra].
  8: destruct (Req_EM_T 8 8) as [_|no]; [|destruct (no eq_refl)]; destruct (Req_EM_T 8 9); [lra|].
  9: destruct (Req_EM_T 9 9) as [_|no]; [|destruct (no eq_refl)]; destruct (Req_EM_T 9 8); [lra|].
  all: repeat (match goal with |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b); try (exfalso; lra) end).
  - exact one.
  - exact two.
  - exact three.
  - intros D undoes; apply curved, undoes.
  - intros D undoes; apply curved, undoes.
  - exact own.
  - exact own'.
  - split; apply real.
  - split; apply real.
Qed.
