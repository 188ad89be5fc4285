(* A bound in closed form on what the Gaussian mechanism gives away, by the growth of x R(x) for Mills' ratio R. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents Gaussian.
Open Scope R_scope.

Definition scaled (x : R) : R := x * (beyond x * exp (x * x / 2)).

Lemma is_derive_scaled (x : R) : is_derive scaled x ((1 + x * x) * (beyond x * exp (x * x / 2)) - x).
Proof.
  assert (inverse : bell x * exp (x * x / 2) = 1) by (unfold bell; rewrite <- exp_plus, <- exp_0; f_equal; field).
  assert (inner : is_derive (fun x => beyond x * exp (x * x / 2)) x (- bell x * exp (x * x / 2) + beyond x * (x * exp (x * x / 2)))).
  { apply (is_derive_mult beyond (fun x => exp (x * x / 2))); [apply is_derive_beyond|auto_derive; [trivial|unfold Rdiv; field]|intros; apply Rmult_comm]. }
  replace ((1 + x * x) * (beyond x * exp (x * x / 2)) - x)
    with (1 * (beyond x * exp (x * x / 2)) + x * (- bell x * exp (x * x / 2) + beyond x * (x * exp (x * x / 2)))).
  - apply (is_derive_mult (fun x => x) (fun x => beyond x * exp (x * x / 2))); [apply (is_derive_id (K := R_AbsRing))|exact inner|intros; apply Rmult_comm].
  - replace (- bell x * exp (x * x / 2)) with (- (bell x * exp (x * x / 2))) by ring; rewrite inverse; ring.
Qed.

Lemma scaled_grows s y : 0 < s -> s <= y -> scaled s <= scaled y.
Proof.
  intros positive order; destruct (MVT_gen scaled s y (fun x => (1 + x * x) * (beyond x * exp (x * x / 2)) - x)) as [c [inside equal]].
  - intros x _; apply is_derive_scaled.
  - intros x _; apply continuity_pt_filterlim, (ex_derive_continuous scaled); eexists; apply is_derive_scaled.
  - rewrite Rmin_left, Rmax_right in inside by lra.
    assert (low : c <= (1 + c * c) * (beyond c * exp (c * c / 2))); [|nra].
    destruct (mills c ltac:(lra)) as [below _]; pose proof (exp_pos (c * c / 2)) as large.
    apply Rmult_le_compat_r with (r := exp (c * c / 2)) in below; [|lra].
    replace (bell c * mills_below c * exp (c * c / 2)) with (mills_below c * (bell c * exp (c * c / 2))) in below by ring.
    replace (bell c * exp (c * c / 2)) with 1 in below by (unfold bell; rewrite <- exp_plus, <- exp_0; f_equal; field).
    rewrite Rmult_1_r in below; apply Rle_trans with ((1 + c * c) * mills_below c); [|apply Rmult_le_compat_l; nra].
    unfold mills_below; set (d := c * c * (c * c) + 6 * (c * c) + 3); assert (0 < d) by (unfold d; nra).
    apply (Rmult_le_reg_r d); [assumption|].
    replace ((1 + c * c) * (c * (c * c + 5) / d) * d) with ((1 + c * c) * (c * (c * c + 5))) by (field; lra); unfold d; nra.
Qed.

(* Half of the last line of the display in the proof of Theorem 5, for every half-line. *)
Theorem excess_half D epsilon t : 0 < D -> D / 2 < epsilon ->
  excess epsilon (sqrt D) t <= exp (- 1 / (2 * D) * (epsilon - D / 2) ^ 2) / (1 + (epsilon - D / 2) / D) / 2.
Proof.
  intros positive far; pose proof (sqrt_lt_R0 D positive) as root; pose proof (sqrt_sqrt D ltac:(lra)) as square.
  set (mu := sqrt D) in *; set (s := (epsilon - D / 2) / mu); set (y := s + mu).
  assert (some : 0 < s) by (apply Rdiv_lt_0_compat; lra).
  assert (level : s * mu = epsilon - D / 2) by (unfold s; field; lra).
  apply Rle_trans with (1 := curve_most epsilon mu t root); rewrite curve_formula by exact root.
  replace (mu / 2 - epsilon / mu) with (- s) by (unfold s; rewrite <- square; field; lra).
  replace (- mu / 2 - epsilon / mu) with (- y) by (unfold y, s; rewrite <- square; field; lra).
  replace (- 1 / (2 * D) * (epsilon - D / 2) ^ 2) with (- (s * s / 2)) by (rewrite <- level, <- square; field; lra).
  replace (1 + (epsilon - D / 2) / D) with (y / mu) by (rewrite <- level, <- square; unfold y; field; lra).
  fold (bell s); pose proof (tail_below s ltac:(lra)) as tail; pose proof (scaled_grows s y some ltac:(unfold y; lra)) as grows.
  assert (far' : s * Phi (- s) <= y * (exp epsilon * Phi (- y))).
  { rewrite !Phi_beyond; pose proof root_pos; unfold scaled in grows.
    assert (step : exp (y * y / 2) = exp epsilon * exp (s * s / 2)).
    { rewrite <- exp_plus; f_equal; replace epsilon with (s * mu + mu * mu / 2) by lra; unfold y; field. }
    rewrite step in grows; pose proof (exp_pos (s * s / 2)).
    replace (s * (beyond s / sqrt (2 * PI))) with (s * beyond s / sqrt (2 * PI)) by (field; lra).
    replace (y * (exp epsilon * (beyond y / sqrt (2 * PI)))) with (y * (exp epsilon * beyond y) / sqrt (2 * PI)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption|].
    apply (Rmult_le_reg_r (exp (s * s / 2))); [assumption|]; lra. }
  assert (high : 0 < y) by (unfold y; lra); apply (Rmult_le_reg_l y); [exact high|].
  replace (y * (bell s / (y / mu) / 2)) with (mu * (bell s / 2)) by (field; lra).
  apply Rle_trans with (mu * Phi (- s)); [|apply Rmult_le_compat_l; lra].
  rewrite Rmult_minus_distr_l; replace mu with (y - s) at 1 by (unfold y; ring); lra.
Qed.

Lemma bound_positive D epsilon : 0 < D -> D / 2 < epsilon ->
  0 < exp (- 1 / (2 * D) * (epsilon - D / 2) ^ 2) / (1 + (epsilon - D / 2) / D).
Proof.
  intros positive far; apply Rdiv_lt_0_compat; [apply exp_pos|].
  assert (0 < (epsilon - D / 2) / D) by (apply Rdiv_lt_0_compat; lra); lra.
Qed.

Theorem excess_bound D epsilon t : 0 < D -> D / 2 < epsilon ->
  excess epsilon (sqrt D) t <= exp (- 1 / (2 * D) * (epsilon - D / 2) ^ 2) / (1 + (epsilon - D / 2) / D).
Proof. intros positive far; pose proof (excess_half D epsilon t positive far); pose proof (bound_positive D epsilon positive far); lra. Qed.
