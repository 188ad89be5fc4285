(* Item 1 is in K partial sums, and no item in more; K is at most 1 + log2 T. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import BinaryCounter.
From pucb Require Import counter_parameters_noise_of_dnpr10_formula counter_parameters_noise_of_dnpr10_statement.
Open Scope R_scope.

Lemma bits_below K T : (1 <= K)%nat -> (2 ^ K <= 2 * T)%nat -> INR K <= 1 + ln (INR T) / ln 2.
Proof.
  intros some above; assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  apply (Rmult_le_reg_r (ln 2)); [assumption|].
  replace ((1 + ln (INR T) / ln 2) * ln 2) with (ln 2 + ln (INR T)) by (field; lra).
  assert (powers : 0 < 2 ^ K) by (apply pow_lt; lra).
  apply le_INR in above; rewrite pow_INR, mult_INR in above; change (INR 2) with 2 in above.
  assert (0 < INR T) by lra; rewrite <- ln_pow, <- ln_mult by lra; destruct (Rle_lt_or_eq_dec _ _ above) as [less | equal].
  - left; apply ln_increasing; assumption.
  - right; f_equal; exact equal.
Qed.

Example met : counter_loss 2 ((1 + ln (INR 2) / ln 2) / 1) (INR 2 / ((1 + ln (INR 2) / ln 2) / 1)) /\
  counter_parameters_noise_of_dnpr10_domain 2 2 1 1.
Proof.
  assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  split; [|unfold counter_parameters_noise_of_dnpr10_domain; simpl; lra].
  apply counter_loss_exists; simpl; [|lia|lia]; replace (1 + 1) with 2 by ring.
  replace ((1 + ln 2 / ln 2) / 1) with 2 by (field; lra); lra.
Qed.

Theorem counter_parameters_noise_of_dnpr10_verified : counter_parameters_noise_of_dnpr10_statement.
Proof.
  intros T K epsilon loss law; unfold counter_parameters_noise_of_dnpr10_domain, counter_parameters_noise_of_dnpr10_claim.
  intros (positive & _ & some & above & below); destruct (bits K T some above below) as [many few].
  rewrite <- INR_IZR_INZ in some; assert (one : (1 <= K)%nat) by (apply INR_le; simpl; lra).
  pose proof (bits_below K T one many) as most; set (height := 1 + ln (INR T) / ln 2) in *.
  rewrite (counter_loss_is K T (height / epsilon) loss ltac:(apply Rdiv_lt_0_compat; lra) many few law).
  replace (INR K / (height / epsilon)) with (INR K / height * epsilon) by (field; lra).
  rewrite <- (Rmult_1_l epsilon) at 2; apply Rmult_le_compat_r; [lra|].
  apply (Rmult_le_reg_r height); [lra|]; replace (INR K / height * height) with (INR K) by (field; lra); lra.
Qed.
