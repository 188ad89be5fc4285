(* Jensen's inequality twice: exp(mean) >= 1, so that the mean of exp(z/c) + 1 is at most twice that of exp(z/c), and 2 < e. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Laws RandomElements.
From dpdqn Require Import lemma8_exp_max_step_one_in_the_exponent_formula lemma8_exp_max_step_one_in_the_exponent_statement.
Open Scope R_scope.

Theorem lemma8_exp_max_step_one_in_the_exponent_verified : lemma8_exp_max_step_one_in_the_exponent_statement.
Proof.
  intros Omega averages z n c first second mean positive third variance is_law centre _ part one two three (scale & _ & right & _).
  unfold lemma8_exp_max_step_one_in_the_exponent_defined, lemma8_exp_max_step_one_in_the_exponent_claim; split; [lra|].
  assert (inverse : 0 < / c) by (apply Rinv_0_lt_compat; lra); split; [|split].
  - pose proof (linear is_law _ _ _ _ (1 / c) 0 part part) as scaled; rewrite Rmult_0_l, Rplus_0_r in scaled.
    refine (jensen is_law _ _ _ scaled _); refine (eq_rect _ (fun f => averages f _) one _ _).
    apply FunctionalExtensionality.functional_extensionality; intros w; f_equal; ring.
  - refine (monotone is_law _ _ _ _ _ one two); intros w; unfold Rdiv; rewrite Rmult_1_l.
    unfold Rmax at 1; destruct (Rle_dec (z w) 0); [rewrite Rmult_0_r; apply Rmax_r|rewrite Rmult_comm; apply Rmax_l].
  - pose proof (exp_ineq1 1 ltac:(lra)) as two_below_e.
    pose proof (linear is_law _ _ _ _ (/ exp 1) 0 three (RandomElements.one is_law)) as mean_exp; rewrite Rmult_0_l, Rplus_0_r in mean_exp.
    assert (least : 1 <= / exp 1 * third).
    { apply Rle_trans with (exp mean); [rewrite <- exp_0; destruct right as [more|same]; [left; apply exp_increasing; lra|rewrite same; lra]|].
      apply (jensen is_law _ _ _ centre); refine (eq_rect _ (fun f => averages f _) mean_exp _ _).
      apply FunctionalExtensionality.functional_extensionality; intros w; rewrite exp_plus; field; apply Rgt_not_eq, exp_pos. }
    pose proof (linear is_law _ _ _ _ (/ exp 1) 1 three (RandomElements.one is_law)) as above.
    assert (bound : second <= / exp 1 * third + 1 * 1).
    { refine (monotone is_law _ _ _ _ _ two above); intros w; rewrite exp_plus, exp_0; pose proof (exp_pos (z w / c)).
      replace (/ exp 1 * (exp (z w / c) * exp 1)) with (exp (z w / c)) by (field; apply Rgt_not_eq, exp_pos); apply Rmax_lub; lra. }
    assert (third = exp 1 * (/ exp 1 * third)) by (field; lra).
    assert (2 * (/ exp 1 * third) <= exp 1 * (/ exp 1 * third)) by (apply Rmult_le_compat_r; lra); lra.
Qed.

(* At n = 0 and c = 1: z is sqrt 2 or - sqrt 2, with equal chances. *)
Example met : is_law (two_values (1 / 2)) /\ two_values (1 / 2) (fun w : bool => (if w then sqrt 2 else - sqrt 2) / 1) 0 /\
  two_values (1 / 2) (fun w : bool => ((if w then sqrt 2 else - sqrt 2) / 1 - 0) ^ 2) 2.
Proof.
  split; [apply two_values_law; lra|]; unfold two_values; split; [field|].
  pose proof (sqrt_sqrt 2 ltac:(lra)) as square; replace ((sqrt 2 / 1 - 0) ^ 2) with (sqrt 2 * sqrt 2) by field.
  replace ((- sqrt 2 / 1 - 0) ^ 2) with (sqrt 2 * sqrt 2) by field; rewrite square; field.
Qed.
