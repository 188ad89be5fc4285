(* The mean square of a standard normal number is 1, and the squares of independent ones add up. *)
From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Normal NormalSeries NormalTail NormalMean.
Open Scope R_scope.

(* The exponential is at least 1 more than its exponent. *)
Lemma tail_right : is_lim (fun x => x * density x) p_infty 0.
Proof.
  pose proof root_pos as root.
  apply (is_lim_le_le_loc (fun _ => 0) (fun x => 2 / sqrt (2 * PI) * / x)).
  - exists 0; intros x late; unfold density, bell.
    assert (0 < x * x) by nra.
    assert (below : exp (- (x * x / 2)) <= 2 / (x * x)).
    { rewrite exp_Ropp; replace (2 / (x * x)) with (/ (x * x / 2)) by (field; lra).
      apply Rinv_le_contravar; [lra|]; pose proof (exp_ineq1 (x * x / 2) ltac:(lra)); lra. }
    pose proof (exp_pos (- (x * x / 2))); split.
    + apply Rmult_le_pos; [lra|]; left; apply Rdiv_lt_0_compat; lra.
    + apply Rle_trans with (x * (2 / (x * x) / sqrt (2 * PI))); [|right; field; split; lra].
      apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact root|exact below].
  - apply is_lim_const.
  - replace (Finite 0) with (Rbar_mult (2 / sqrt (2 * PI)) 0) by (simpl; f_equal; ring).
    apply (is_lim_scal_l Rinv _ p_infty 0).
    apply (is_lim_inv (fun x => x) p_infty p_infty); [apply is_lim_id|discriminate].
Qed.

(* By parts: x density(x) has the derivative density(x) - x^2 density(x). *)
Lemma square_up_to x : RInt (fun t => t ^ 2 * density t) 0 x = / sqrt (2 * PI) * area x - x * density x.
Proof.
  pose proof root_pos as root; apply is_RInt_unique.
  assert (mass : is_RInt density 0 x (/ sqrt (2 * PI) * area x)).
  { apply (is_RInt_ext (fun t => scal (/ sqrt (2 * PI)) (bell t))).
    - intros t _; unfold density; match goal with |- scal ?a ?b = ?c => change (a * b = c) end; unfold Rdiv; ring.
    - apply (is_RInt_scal (V := R_NormedModule)), (RInt_correct (V := R_CompleteNormedModule)), ex_RInt_bell. }
  assert (parts : is_RInt (fun t => density t - t ^ 2 * density t) 0 x (minus (x * density x) (0 * density 0))).
  { apply (is_RInt_derive (V := R_CompleteNormedModule) (fun t => t * density t)).
    - intros t _; unfold density, bell; auto_derive; [trivial|unfold Rdiv; field; lra].
    - intros t _; apply (ex_derive_continuous (fun t => density t - t ^ 2 * density t)); unfold density, bell; auto_derive.
      repeat split; lra. }
  replace (/ sqrt (2 * PI) * area x - x * density x)
    with (minus (/ sqrt (2 * PI) * area x) (minus (x * density x) (0 * density 0)))
    by (unfold minus, plus, opp; simpl; ring).
  apply (is_RInt_ext (fun t => minus (density t) (density t - t ^ 2 * density t))).
  - intros t _; unfold minus, plus, opp; simpl; ring.
  - apply (is_RInt_minus (V := R_NormedModule)); assumption.
Qed.

Theorem mean_square : mean_of_one (fun x => x ^ 2) 1.
Proof.
  unfold mean_of_one; pose proof root_pos as root; pose proof whole_root as half.
  assert (right : is_lim (fun x => RInt (fun t => t ^ 2 * density t) 0 x) p_infty (/ 2)).
  { apply (is_lim_ext (fun x => / sqrt (2 * PI) * area x - x * density x)); [intros; symmetry; apply square_up_to|].
    replace (Finite (/ 2)) with (Finite (/ sqrt (2 * PI) * whole - 0)) by (f_equal; rewrite <- half; field; lra).
    apply (is_lim_minus' (fun x => / sqrt (2 * PI) * area x) (fun x => x * density x)); [|exact tail_right].
    apply (is_lim_scal_l area _ p_infty whole), area_right. }
  replace 1 with (/ 2 - - / 2) by lra; apply line; [| |exact right].
  - intros x; apply (ex_derive_continuous (fun t => t ^ 2 * density t)); unfold density, bell; auto_derive.
    repeat split; lra.
  - apply odd_left; [|exact right]; intros x; rewrite !square_up_to, area_odd; unfold density, bell.
    replace (- x * - x) with (x * x) by ring; field; lra.
Qed.

Lemma mean_of_one_square c d : mean_of_one (fun x => c + d * x ^ 2) (c + d).
Proof.
  unfold mean_of_one.
  apply (is_RInt_gen_ext (fun x => plus (scal c (1 * density x)) (scal d (x ^ 2 * density x)))).
  - apply filter_forall; intros ends x _.
    match goal with |- plus (scal ?a ?b) (scal ?e ?f) = ?r => change (a * b + e * f = r) end; ring.
  - replace (c + d) with (plus (scal c 1) (scal d 1))
      by (match goal with |- plus (scal ?a ?b) (scal ?e ?f) = ?r => change (a * b + e * f = r) end; ring).
    apply (is_RInt_gen_plus (V := R_NormedModule)); apply (is_RInt_gen_scal (V := R_NormedModule));
      [apply mean_one|apply mean_square].
Qed.

Theorem mean_of_squares k : forall c d, mean k (fun z => c + d * sum k (fun i => z i ^ 2)) (c + d * INR k).
Proof.
  induction k as [|k IH]; intros c d; [simpl; ring|].
  exists (fun x => (c + d * INR k) + d * x ^ 2); split.
  - intros x; replace (c + d * INR k + d * x ^ 2) with ((c + d * x ^ 2) + d * INR k) by ring.
    apply (mean_ext k (fun z => (c + d * x ^ 2) + d * sum k (fun i => z i ^ 2))); [|apply IH].
    intros z; cbn [sum]; rewrite Nat.eqb_refl.
    rewrite (sum_ext k (fun i => (if Nat.eqb i k then x else z i) ^ 2) (fun i => z i ^ 2)); [ring|].
    intros i below; replace (Nat.eqb i k) with false; [reflexivity|symmetry; apply Nat.eqb_neq; lia].
  - rewrite S_INR; replace (c + d * (INR k + 1)) with ((c + d * INR k) + d) by ring; apply mean_of_one_square.
Qed.

(* The mean of ||h zeta||^2 for 2n independent entries of zeta, each of deviation s. *)
Definition mean_square_noise (n : nat) (h s noise : R) : Prop :=
  mean (2 * n) (fun z => sum (2 * n) (fun i => (h * (s * z i)) ^ 2)) noise.

Theorem mean_square_of_noise k h s :
  mean k (fun z => sum k (fun i => (h * (s * z i)) ^ 2)) (INR k * (h ^ 2 * s ^ 2)).
Proof.
  replace (INR k * (h ^ 2 * s ^ 2)) with (0 + h ^ 2 * s ^ 2 * INR k) by ring.
  apply (mean_ext k (fun z => 0 + h ^ 2 * s ^ 2 * sum k (fun i => z i ^ 2))); [|apply mean_of_squares].
  intros z; rewrite <- sum_scale, Rplus_0_l; apply sum_ext; intros; ring.
Qed.
