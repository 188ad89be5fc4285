(* 1 - exp(-y) <= lambda^lambda/(lambda + 1)^(lambda + 1) exp(lambda y) for all y, by the tangent of exp(lambda y) where it touches. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Laws RandomElements.
From dpdqn Require Import thm5_moment_bound_repaired_formula thm5_moment_bound_repaired_statement.
Open Scope R_scope.

(* With s = y - ln((lambda + 1)/lambda): exp(lambda s) + lambda exp(- s) >= lambda + 1, as exp x >= 1 + x. *)
Lemma touches lambda y : 0 < lambda ->
  1 - exp (- y) <= Rpower lambda lambda / Rpower (lambda + 1) (lambda + 1) * exp (lambda * y).
Proof.
  intros positive; set (r := ln (lambda + 1) - ln lambda); unfold Rpower.
  assert (ratio : exp r = (lambda + 1) / lambda).
  { unfold r; replace (ln (lambda + 1) - ln lambda) with (ln (lambda + 1) + - ln lambda) by ring.
    rewrite exp_plus, exp_Ropp, !exp_ln by lra; reflexivity. }
  assert (same : exp (lambda * ln lambda) / exp ((lambda + 1) * ln (lambda + 1)) * exp (lambda * y) = / (lambda + 1) * exp (lambda * (y - r))).
  { unfold Rdiv; rewrite <- exp_Ropp; replace (/ (lambda + 1)) with (exp (- ln (lambda + 1))) by (rewrite exp_Ropp, exp_ln; lra).
    rewrite <- !exp_plus; f_equal; unfold r; ring. }
  rewrite same; replace (exp (- y)) with (lambda / (lambda + 1) * exp (- (y - r))).
  - pose proof (exp_ineq1_le (lambda * (y - r))); pose proof (exp_ineq1_le (- (y - r))) as other.
    apply Rmult_le_compat_l with (r := lambda) in other; [|lra]; apply (Rmult_le_reg_l (lambda + 1)); [lra|].
    replace ((lambda + 1) * (1 - lambda / (lambda + 1) * exp (- (y - r)))) with (lambda + 1 - lambda * exp (- (y - r))) by (field; lra).
    replace ((lambda + 1) * (/ (lambda + 1) * exp (lambda * (y - r)))) with (exp (lambda * (y - r))) by (field; lra); lra.
  - replace (- (y - r)) with (- y + r) by ring; rewrite exp_plus, ratio; field; lra.
Qed.

Theorem thm5_moment_bound_repaired : thm5_moment_bound_repaired_statement.
Proof.
  intros Omega averages X S chance_one chance_zero part epsilon excess lambda moment is_law inside known at_least mean -> positive.
  unfold thm5_moment_bound_repaired_domain, thm5_moment_bound_repaired_defined, thm5_moment_bound_repaired_claim in *.
  split; [unfold Rpower; pose proof (exp_pos ((lambda + 1) * ln (lambda + 1))); lra|].
  set (b := Rpower lambda lambda / Rpower (lambda + 1) (lambda + 1)).
  assert (0 < b) by (apply Rdiv_lt_0_compat; apply exp_pos); pose proof (exp_pos epsilon).
  apply Rle_trans with (1 * chance_one + - exp epsilon * part);
    [assert (exp epsilon * part <= exp epsilon * chance_zero) by (apply Rmult_le_compat_l; lra); lra|].
  pose proof (linear is_law _ _ _ _ 1 (- exp epsilon) inside known) as left.
  pose proof (linear is_law _ _ _ _ b 0 mean (one is_law)) as right; rewrite Rmult_0_l, Rplus_0_r in right.
  refine (monotone is_law _ _ _ _ _ left right); intros w; unfold on; destruct (S w).
  - pose proof (touches lambda (X w - epsilon) positive) as point; fold b in point.
    replace (1 * 1 + - exp epsilon * exp (- X w)) with (1 - exp (- (X w - epsilon))); [lra|].
    replace (- (X w - epsilon)) with (epsilon + - X w) by ring; rewrite exp_plus; ring.
  - assert (0 < b * exp (lambda * (X w - epsilon))) by (apply Rmult_lt_0_compat; [assumption|apply exp_pos]); lra.
Qed.

(* A pair of laws that attains the bound at epsilon = 0 and lambda = 1: a point mass to which the law 0 gives 1/2. *)
Example met : is_law (two_values 1) /\ two_values 1 (on (fun w => w) (fun _ => 1)) 1 /\
  two_values 1 (on (fun w => w) (fun _ => exp (- ln 2))) (/ 2) /\ two_values 1 (fun _ => exp (1 * (ln 2 - 0))) 2.
Proof.
  unfold two_values, on; rewrite exp_Ropp; replace (1 * (ln 2 - 0)) with (ln 2) by ring; rewrite exp_ln by lra.
  split; [apply two_values_law|]; lra.
Qed.
