(* The logarithm is at least that of 7/6, and Mills' ratio bounds the tail. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Rcomplements.
From TheoryChecks Require Import Normal NormalSeries NormalTail NormalMean NormalEvents Moments MeanExists.
From dpdqn Require Import claim13_choice_repaired_formula claim13_choice_repaired_statement.
Open Scope R_scope.

Lemma half_of_e : exp (1 / 2) <= 17325 / 10000.
Proof.
  pose proof exp_le_3 as bound; replace 1 with (1 / 2 + 1 / 2) in bound at 1 by lra; rewrite exp_plus in bound.
  pose proof (exp_pos (1 / 2)); nra.
Qed.

Lemma tail_by_mills x : 0 < x -> Phi (- x) <= bell x * (10 / (24 * x)).
Proof.
  intros right; rewrite Phi_beyond; destruct (mills x right) as [_ above]; unfold mills_above in above.
  assert (root : 24 / 10 <= sqrt (2 * PI)).
  { rewrite <- (sqrt_square (24 / 10)) by lra; apply sqrt_le_1_alt; pose proof PI2_3_2; unfold PI2 in *; lra. }
  pose proof (bell_pos x); pose proof (square_pos x right).
  assert ((x * x + 2) / (x * (x * x + 3)) <= / x).
  { apply (Rmult_le_reg_r (x * (x * x + 3))); [apply Rmult_lt_0_compat; lra|].
    replace (/ x * (x * (x * x + 3))) with (x * x + 3) by (field; lra).
    replace ((x * x + 2) / (x * (x * x + 3)) * (x * (x * x + 3))) with (x * x + 2) by (field; split; nra); lra. }
  assert (0 < / x) by (apply Rinv_0_lt_compat, right).
  apply (Rmult_le_reg_r (sqrt (2 * PI))); [lra|]; replace (beyond x / sqrt (2 * PI) * sqrt (2 * PI)) with (beyond x) by (field; lra).
  replace (bell x * (10 / (24 * x)) * sqrt (2 * PI)) with (bell x * / x * (sqrt (2 * PI) / (24 / 10))) by (field; lra).
  assert (1 <= sqrt (2 * PI) / (24 / 10)) by lra; assert (0 < bell x * / x) by (apply Rmult_lt_0_compat; assumption).
  apply Rle_trans with (bell x * / x); [|nra]; eapply Rle_trans; [exact above|]; apply Rmult_le_compat_l; lra.
Qed.

Theorem claim13_choice_repaired : claim13_choice_repaired_statement.
Proof.
  intros Delta delta epsilon sigma tail u distance (near & far) known (target & high & small & most & size & _ & _ & log & _ & noise & _ & value).
  pose proof half_of_e as half.
  assert (ratio : exp (9 / 8) <= 5 / 4 / delta).
  { replace (- 9 / 8) with (- (9 / 8)) in most by lra; rewrite exp_Ropp in most; pose proof (exp_pos (9 / 8)) as some.
    apply (Rmult_le_reg_r (delta * / exp (9 / 8))); [apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat, some]|].
    replace (exp (9 / 8) * (delta * / exp (9 / 8))) with delta by (field; lra).
    replace (5 / 4 / delta * (delta * / exp (9 / 8))) with (5 / 4 * / exp (9 / 8)) by (field; lra); exact most. }
  assert (logarithm : 9 / 8 <= ln (5 / 4 / delta)).
  { rewrite <- (ln_exp (9 / 8)); destruct ratio as [less| ->]; [left; apply ln_increasing; [apply exp_pos|exact less]|right; reflexivity]. }
  set (c := sqrt (2 * ln (5 / 4 / delta))) in *; assert (square : c * c = 2 * ln (5 / 4 / delta)) by (apply sqrt_sqrt; lra).
  assert (first : 3 / 2 <= c) by (unfold c; rewrite <- (sqrt_square (3 / 2)) by lra; apply sqrt_le_1_alt; lra).
  assert (least : c <= u).
  { rewrite value; apply (Rmult_le_reg_r (Delta / epsilon)); [apply Rdiv_lt_0_compat; lra|].
    replace (sigma * epsilon / Delta * (Delta / epsilon)) with sigma by (field; lra); lra. }
  assert (positive : 0 < sigma) by (assert (0 < c * (Delta / epsilon)) by (apply Rmult_lt_0_compat; [|apply Rdiv_lt_0_compat]; lra); lra).
  assert (correction : 0 < epsilon / (2 * u) <= 1 / 3).
  { split; [apply Rdiv_lt_0_compat; lra|]; apply (Rmult_le_reg_r (2 * u)); [lra|].
    replace (epsilon / (2 * u) * (2 * u)) with epsilon by (field; lra); lra. }
  set (w := u - epsilon / (2 * u)); assert (above : 7 / 6 <= w) by (unfold w; lra).
  assert (root : sqrt (2 / PI) <= 8166 / 10000 /\ 0 < sqrt (2 / PI)).
  { assert (3 < PI) by (pose proof PI2_3_2; unfold PI2 in *; lra); split; [|apply sqrt_lt_R0, Rdiv_lt_0_compat; lra].
    rewrite <- (sqrt_square (8166 / 10000)) by lra; apply sqrt_le_1_alt, (Rmult_le_reg_r PI); [lra|].
    replace (2 / PI * PI) with 2 by (field; lra); lra. }
  assert (inverse : 0 < / delta) by (apply Rinv_0_lt_compat; lra).
  split; [lra|]; split.
  - unfold claim13_choice_repaired_defined; fold w; repeat split; try lra; unfold Rdiv; apply Rmult_lt_0_compat; lra.
  - unfold claim13_choice_repaired_claim; fold w; split.
    + assert (ln (7 / 6) <= ln w) by (destruct above as [less| ->]; [left; apply ln_increasing; lra|right; reflexivity]).
      assert (0 <= (epsilon / u) ^ 2) by apply pow2_ge_0.
      assert (c * c <= u * u) by nra; simpl in *.
      assert (ln (sqrt (2 / PI) / delta) <= ln (7 / 6) + ln (5 / 4 / delta) - 1 / 2); [|lra].
      rewrite <- (ln_exp (1 / 2)), <- ln_mult, <- ln_div by (try apply exp_pos; unfold Rdiv; try apply Rmult_lt_0_compat; lra).
      assert (sqrt (2 / PI) / delta <= 7 / 6 * (5 / 4 / delta) / exp (1 / 2)) as ordered.
      { pose proof (exp_pos (1 / 2)); apply (Rmult_le_reg_r (delta * exp (1 / 2))); [apply Rmult_lt_0_compat; lra|].
        replace (sqrt (2 / PI) / delta * (delta * exp (1 / 2))) with (sqrt (2 / PI) * exp (1 / 2)) by (field; lra).
        replace (7 / 6 * (5 / 4 / delta) / exp (1 / 2) * (delta * exp (1 / 2))) with (35 / 24) by (field; lra); nra. }
      destruct ordered as [less| ->]; [left; apply ln_increasing; [unfold Rdiv; apply Rmult_lt_0_compat; lra|exact less]|right; reflexivity].
    + destruct near as [near|<-].
      2: { enough (none : tail = 0) by lra; apply (mean_of_one_unique _ _ _ known), (mean_of_one_ext (fun _ => 0)); [|apply mean_of_one_const].
        intros y; replace (0 ^ 2 / (2 * sigma ^ 2) + 0 / sigma * y) with 0 by (unfold Rdiv; ring).
        unfold at_least; destruct (Rle_dec epsilon 0); lra. }
      assert (exactly : tail = Phi ((distance ^ 2 / (2 * sigma ^ 2) - epsilon) / (distance / sigma))).
      { assert (some : 0 < distance / sigma) by (apply Rdiv_lt_0_compat; lra).
        exact (mean_of_one_unique _ _ _ known (chance_up (distance ^ 2 / (2 * sigma ^ 2)) (distance / sigma) epsilon some)). }
      set (x := epsilon * sigma / distance - distance / (2 * sigma)).
      assert (deeper : w <= x).
      { unfold w, x; replace (epsilon / (2 * u)) with (Delta / (2 * sigma)) by (rewrite value; field; repeat split; lra).
        assert (distance / (2 * sigma) <= Delta / (2 * sigma)) by (apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; lra).
        assert (u <= epsilon * sigma / distance); [|lra]; rewrite value, (Rmult_comm sigma); apply Rmult_le_compat_l; [nra|].
        apply Rinv_le_contravar; lra. }
      rewrite exactly; replace (_ / _) with (- x) by (unfold x; field; lra).
      apply Rle_trans with (bell x * (10 / (24 * x))); [apply tail_by_mills; lra|].
      assert (shape : bell x <= 4 / 5 * delta * exp (1 / 2)).
      { replace (4 / 5 * delta * exp (1 / 2)) with (exp (1 / 2 - ln (5 / 4 / delta))).
        - unfold bell; apply exp_le; assert (w * w <= x * x) by nra.
          assert (w * w = u * u - epsilon + epsilon / (2 * u) * (epsilon / (2 * u))) by (unfold w; field; lra).
          assert (0 <= epsilon / (2 * u) * (epsilon / (2 * u))) by nra; nra.
        - unfold Rminus; rewrite exp_plus, exp_Ropp, exp_ln by (unfold Rdiv; apply Rmult_lt_0_compat; lra); field; lra. }
      assert (10 / (24 * x) <= 10 / 28).
      { unfold Rdiv; apply Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; lra. }
      assert (0 < 10 / (24 * x)) by (apply Rdiv_lt_0_compat; lra); pose proof (bell_pos x); nra.
Qed.
