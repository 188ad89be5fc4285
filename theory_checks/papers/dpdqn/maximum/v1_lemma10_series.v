(* In units of sqrt(beta) sigma: 40 terms, and a geometric series above all others. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Ranges Tails Decide.
From dpdqn Require Import v1_lemma10_series_formula v1_lemma10_series_statement.
Open Scope R_scope.

Definition term (i : nat) : R := sqrt (8 * IZR (Z.of_nat i) * ln 2) * sqrt (/ 2 ^ i).

Lemma term_small i : 0 <= term i <= 6 * (4 / 5) ^ i.
Proof.
  apply falls; pose proof (root_below i); pose proof (sqrt_pos (IZR (Z.of_nat i))); pose proof (pos_INR i).
  replace (8 * IZR (Z.of_nat i) * ln 2) with (8 * ln 2 * IZR (Z.of_nat i)) by ring.
  assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra); rewrite sqrt_mult_alt by lra.
  assert (0 <= sqrt (8 * ln 2) <= 24 / 10) by (split; [apply sqrt_pos|left; enclosed]).
  split; [apply Rmult_le_pos; lra|]; apply Rle_trans with (24 / 10 * (1 + INR i / 4)); [apply Rmult_le_compat; lra|lra].
Qed.

Lemma all_terms n : sqrt (1 / PI) + sum n term <= 10339 / 1000.
Proof.
  pose proof (sum_tail term term_small 40 n) as tail.
  assert (sqrt (1 / PI) + sum 40 term + 30 * (4 / 5) ^ 40 <= 10339 / 1000); [|lra].
  unfold term; cbn [sum Z.of_nat Pos.of_succ_nat Pos.succ]; rewrite Rmult_0_r, Rmult_0_l, sqrt_0; left; enclosed.
Qed.

Section Scale.
Variables (beta sigma : R).
Hypotheses (positive : 0 < beta) (noise : 0 < sigma).

Lemma bound_term i : bound beta sigma i = sqrt beta * sigma * term i.
Proof.
  unfold bound, term; rewrite <- INR_IZR_INZ; pose proof (pos_INR i); assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  replace (8 * INR i * beta * ln 2 / 2 ^ i) with (beta * (8 * INR i * ln 2 * / 2 ^ i)) by (unfold Rdiv; ring).
  rewrite sqrt_mult_alt, sqrt_mult_alt by nra; ring.
Qed.

Lemma first_term : sqrt (beta / PI) * sigma = sqrt beta * sigma * sqrt (1 / PI).
Proof. replace (beta / PI) with (beta * (1 / PI)) by (field; apply PI_neq0); rewrite sqrt_mult_alt by lra; ring. Qed.

Lemma below n : sqrt (beta / PI) * sigma + sum n (bound beta sigma) <= 10339 / 1000 * sqrt beta * sigma.
Proof.
  rewrite (sum_ext n _ (fun i => sqrt beta * sigma * term i)), sum_scale, first_term by (intros; apply bound_term).
  pose proof (all_terms n); assert (0 < sqrt beta * sigma) by (apply Rmult_lt_0_compat; [apply sqrt_lt_R0|]; assumption).
  rewrite <- Rmult_plus_distr_l; replace (10339 / 1000 * sqrt beta * sigma) with (sqrt beta * sigma * (10339 / 1000)) by ring.
  apply Rmult_le_compat_l; lra.
Qed.

Lemma above n : 2 / sqrt PI * sqrt beta * sigma <= sqrt (beta / PI) * sigma + sum (S (S n)) (bound beta sigma).
Proof.
  rewrite (sum_ext (S (S n)) _ (fun i => sqrt beta * sigma * term i)), sum_scale, first_term by (intros; apply bound_term).
  assert (first : 2 / sqrt PI <= sqrt (1 / PI) + sum 2 term).
  { unfold term; cbn [sum Z.of_nat Pos.of_succ_nat]; rewrite Rmult_0_r, Rmult_0_l, sqrt_0; enclosed. }
  pose proof (sum_early term term_small (S (S n)) 2 ltac:(lia)); assert (0 < sqrt beta * sigma) by (apply Rmult_lt_0_compat; [apply sqrt_lt_R0|]; assumption).
  rewrite <- Rmult_plus_distr_l; replace (2 / sqrt PI * sqrt beta * sigma) with (sqrt beta * sigma * (2 / sqrt PI)) by ring.
  apply Rmult_le_compat_l; lra.
Qed.
End Scale.

Theorem v1_lemma10_series_verified : v1_lemma10_series_statement.
Proof.
  intros beta last mu_n sigma granted (positive & noise & late); pose proof PI_RGT_0 as pi.
  assert (room : 0 < sqrt beta * sigma) by (apply Rmult_lt_0_compat; [apply sqrt_lt_R0|]; lra).
  assert (powers : forall i : Z, (0 <= i)%Z -> 0 < powerRZ 2 i) by (intros; apply powerRZ_lt; lra).
  assert (low : (1 <= last)%Z) by (apply le_IZR; lra).
  assert (form : over 0 last (fun i => sqrt (8 * IZR i * beta * ln 2 / powerRZ 2 i) * sigma) =
    sum (Z.to_nat (last + 1)) (bound beta sigma)).
  { rewrite over_from_0; apply sum_ext; intros i _; unfold bound; rewrite pow_powerRZ, INR_IZR_INZ; reflexivity. }
  unfold v1_lemma10_series_defined, v1_lemma10_series_claim; rewrite form; split; [|split; [split|]].
  - repeat split; intros; try lra.
    + left; apply Rdiv_lt_0_compat; lra.
    + pose proof (powers i ltac:(lia)); lra.
    + assert (0 <= IZR i) by (apply (IZR_le 0); lia); assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
      apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat, powers; lia].
  - apply Rle_trans with (1 := granted); replace (Z.to_nat (last + 1)) with (S (S (Z.to_nat (last - 1)))) by lia; apply above; lra.
  - pose proof (below beta sigma ltac:(lra) ltac:(lra) (Z.to_nat (last + 1))); lra.
  - exists (10339 / 1000 * sqrt beta * sigma); split; [lra|]; intros k.
    replace (sum_f_R0 (bound beta sigma) k) with (sum (S k) (bound beta sigma)); [apply below; lra|].
    clear; induction k as [|k IH]; [simpl; ring|cbn [sum sum_f_R0] in *; rewrite <- IH; reflexivity].
Qed.
