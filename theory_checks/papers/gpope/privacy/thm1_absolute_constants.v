(* One record and one step: nothing is drawn, and as delta tends to 1 the printed noise vanishes, so that the sign of the gradient is
   seen with a probability that tends to 1 faster than delta. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz.
From TheoryChecks Require Import Sums Vectors Normal NormalSeries NormalTail NormalMean NormalEvents Laws Draws Trajectories Releases Runs Opposites.
From gpope Require Import thm1_absolute_constants_formula thm1_absolute_constants_statement.
Import ListNotations.
Open Scope R_scope.

Lemma exp_square y : 0 < y -> exp (- y) <= 4 / y ^ 2.
Proof.
  intros positive; pose proof (exp_ineq1_le (y / 2)) as half.
  assert (square : y ^ 2 / 4 <= exp y).
  { replace (exp y) with (exp (y / 2) * exp (y / 2)) by (rewrite <- exp_plus; f_equal; field); nra. }
  rewrite exp_Ropp; replace (4 / y ^ 2) with (/ (y ^ 2 / 4)) by (field; lra); apply Rinv_le_contravar; [|exact square].
  assert (0 < y ^ 2) by (apply pow_lt, positive); lra.
Qed.

Lemma exp_small x : 0 < x <= 1 -> exp (- x) <= 1 - x / 2.
Proof.
  intros [positive small]; pose proof (exp_ineq1_le x); rewrite exp_Ropp; apply (Rmult_le_reg_r (exp x)); [apply exp_pos|].
  rewrite Rinv_l by (pose proof (exp_pos x); lra); nra.
Qed.

(* What the half-line with the threshold of epsilon tells *)
Lemma told epsilon a b : 0 <= a -> 0 <= b -> b ^ 2 - a ^ 2 = 2 * epsilon -> 1 - bell a <= Phi a - exp epsilon * Phi (- b).
Proof.
  intros first second apart; pose proof (tail_below a first) as one; pose proof (tail_below b second) as two.
  rewrite Phi_opposite in one.
  assert (exp epsilon * Phi (- b) <= exp epsilon * (bell b / 2)) by (apply Rmult_le_compat_l; [left; apply exp_pos|exact two]).
  assert (exp epsilon * bell b = bell a) by (unfold bell; rewrite <- exp_plus; f_equal; nra); lra.
Qed.

(* One step from 0 on one record that pays r *)
Lemma one_step sigma t r : 0 < sigma -> r = 1 \/ r = -1 ->
  released 1 0 sigma (fun _ => 1) 1 1 [paying r] [fun _ => 0] (fun seen => if at_most t (current seen 1%nat) then 1 else 0)
    (Phi ((t - r) / sigma)).
Proof.
  intros noise sign; exists (fun x => if at_most t (x 1%nat) then 1 else 0), (fun _ => Phi ((t - r) / sigma)); split; [reflexivity|].
  split; [|simpl; field]; intros j small; cbn [List.length] in small; replace j with 0%nat by lia; cbn [nth current hd List.length].
  exists (fun z => if at_most t (r - sigma * z) then 1 else 0); split; [|exact (chance_down r sigma t noise)].
  intros x; apply (mean_ext 1 (fun _ => if at_most t (r - sigma * x) then 1 else 0)); [|apply (of_constant _ (normal_vector_law 1))].
  intros z; unfold step; change (clipped (1 + 1) 1 (gradient 1 0 (paying r) (fun _ => 0)) 1%nat) with (sent r 1%nat).
  rewrite sent_value by (tauto || lia); simpl Nat.eqb; cbv iota.
  replace (0 - 1 * (- r + 1 * (sigma * x))) with (r - sigma * x) by ring; reflexivity.
Qed.

Theorem thm1_absolute_constants_refuted : ~ thm1_absolute_constants_statement.
Proof.
  intros (c1 & c2 & first & second & all); set (epsilon := c1 / 2); set (e := epsilon / c2).
  assert (target : 0 < epsilon) by (unfold epsilon; lra).
  assert (size : 0 < e) by (apply Rdiv_lt_0_compat; assumption).
  assert (fourth : 0 < e ^ 4) by (apply pow_lt, size).
  assert (parts : 0 < c2 / e /\ 0 < 1024 / e ^ 4) by (split; apply Rdiv_lt_0_compat; lra).
  set (k := 1 + c2 / e + 1024 / e ^ 4); set (u := / k).
  assert (large : 1 < k) by (unfold k; lra); assert (positive : 0 < u) by (apply Rinv_0_lt_compat; lra).
  assert (unit : u * k = 1) by (unfold u; field; lra); assert (less : u < 1) by nra.
  assert (one : u ^ 2 * c2 <= e).
  { assert (u * (c2 / e) <= 1) by (unfold k in unit; nra); apply (Rmult_le_reg_r (/ e)); [apply Rinv_0_lt_compat, size|].
    rewrite Rinv_r by lra; change (u ^ 2 * c2 * / e <= 1); replace (u ^ 2 * c2 * / e) with (u * (u * (c2 / e))) by (unfold Rdiv; ring); nra. }
  assert (two : u ^ 2 * 1024 <= e ^ 4).
  { assert (u * (1024 / e ^ 4) <= 1) by (unfold k in unit; nra); apply (Rmult_le_reg_r (/ e ^ 4)); [apply Rinv_0_lt_compat, fourth|].
    rewrite Rinv_r by lra; replace (u ^ 2 * 1024 * / e ^ 4) with (u * (u * (1024 / e ^ 4))) by (unfold Rdiv; ring); nra. }
  set (delta := exp (- u ^ 2)); set (sigma := c2 * u / epsilon).
  assert (noise : 0 < sigma) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; assumption).
  set (a := e / u - c2 * u / 2); set (b := e / u + c2 * u / 2).
  assert (ratio : c2 * u / 2 <= e / u / 2).
  { apply (Rmult_le_reg_r (2 * u)); [lra|]; replace (c2 * u / 2 * (2 * u)) with (u ^ 2 * c2) by field.
    replace (e / u / 2 * (2 * u)) with e by (field; lra); exact one. }
  assert (half : 0 < e / u / 2) by (apply Rdiv_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra).
  assert (far : e / u / 2 <= a) by (unfold a; lra).
  assert (seen : 1 - bell a <= Phi a - exp epsilon * Phi (- b)).
  { apply told; [lra|unfold b; nra|]; unfold a, b; replace epsilon with (e * c2) by (unfold e; field; lra); field; lra. }
  assert (tail : bell a <= u ^ 2 / 4).
  { set (y := e ^ 2 / (8 * u ^ 2)); assert (0 < u ^ 2) by (apply pow_lt, positive).
    assert (some : 0 < y) by (unfold y; apply Rdiv_lt_0_compat; [apply pow_lt, size|lra]).
    apply Rle_trans with (exp (- y)).
    - unfold bell; assert (y <= a * a / 2).
      { replace y with (e / u / 2 * (e / u / 2) / 2) by (unfold y; field; lra); nra. }
      destruct (Rle_lt_or_eq_dec (- (a * a / 2)) (- y) ltac:(lra)) as [more| ->]; [left; apply exp_increasing, more|apply Rle_refl].
    - apply Rle_trans with (1 := exp_square y some); replace (4 / y ^ 2) with (u ^ 2 * (u ^ 2 * 256) * / e ^ 4) by (unfold y; field; lra).
      apply (Rmult_le_reg_r (e ^ 4)); [exact fourth|]; rewrite Rmult_assoc, Rinv_l by lra; nra. }
  assert (near : delta <= 1 - u ^ 2 / 2) by (apply exp_small; nra).
  assert (reached : Phi a <= exp epsilon * Phi (- b) + delta).
  { replace a with ((sigma * a - 1 - -1) / sigma) by (field; lra).
    replace (- b) with ((sigma * a - 1 - 1) / sigma).
    - enough (Phi ((sigma * a - 1 - -1) / sigma) - exp epsilon * Phi ((sigma * a - 1 - 1) / sigma) <= delta) by lra.
      apply (all 1%nat 1%nat 1%nat 0 sigma 1 epsilon delta (Phi ((sigma * a - 1 - -1) / sigma)) (Phi ((sigma * a - 1 - 1) / sigma)) (fun _ => 1)
        (fun _ => 0) [paying (-1)] [paying 1] (fun seen => if at_most (sigma * a - 1) (current seen 1%nat) then 1 else 0) ltac:(lra) ltac:(intros; lra)).
      + exists [], (paying (-1)), (paying 1), []; split; reflexivity.
      + reflexivity.
      + exact (paid_data (-1) 0).
      + exact (paid_data 1 0).
      + split; [intros seen0; destruct (at_most (sigma * a - 1) (current seen0 1%nat)); tauto|].
        intros _ s s' ->; reflexivity.
      + apply one_step; [exact noise|right; reflexivity].
      + apply one_step; [exact noise|left; reflexivity].
      + assert (log : ln (1 / delta) = u ^ 2).
        { replace (1 / delta) with (exp (u ^ 2)); [apply ln_exp|]; unfold delta; rewrite exp_Ropp; pose proof (exp_pos (u ^ 2)); field; lra. }
        pose proof (exp_pos (- u ^ 2)) as alive; fold delta in alive.
        unfold thm1_absolute_constants_domain; rewrite log; change (IZR (Z.of_nat 1)) with 1; rewrite !Rmult_1_l, pow1.
        replace (sqrt (u ^ 2)) with u by (symmetry; replace (u ^ 2) with (u * u) by ring; apply sqrt_square; lra).
        assert (0 < 1 / delta) by (apply Rdiv_lt_0_compat; lra).
        assert (0 < u ^ 2) by (apply pow_lt, positive).
        repeat split; try (apply Rgt_not_eq; lra); try lra; [right; reflexivity|unfold epsilon; lra].
    - unfold a, b, sigma, e; field; lra. }
  assert (0 < u ^ 2) by (apply pow_lt, positive); lra.
Qed.
