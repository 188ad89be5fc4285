(* Two variances less twice a covariance; and 1 - exp(-t) is at most t. *)
From Coq Require Import Reals Lra.
From dpdqn Require Import lemma8_measure_repaired_formula lemma8_measure_repaired_statement.
Open Scope R_scope.

(* At 0 and 1: a path that is 1 at 0, and at 1 its correlation, more or less the root of what is missing, with equal chances. *)
Definition two_paths (f : (R -> R) -> R) : R :=
  let rho := exp (- (1 * Rabs (0 - 1))) in
  let at_1 := fun s x => if Req_EM_T x 0 then 1 else rho + s * sqrt (1 - rho ^ 2) in
  (f (at_1 1) + f (at_1 (-1))) / 2.

Example met : linear two_paths /\ has_covariance 1 1 two_paths 0 0 /\ has_covariance 1 1 two_paths 0 1 /\ has_covariance 1 1 two_paths 1 1 /\
  lemma8_measure_repaired_domain 1 (Rabs (0 - 1)) 0 1.
Proof.
  unfold has_covariance, two_paths; set (rho := exp (- (1 * Rabs (0 - 1)))).
  assert (small : 0 < rho < 1).
  { split; [apply exp_pos|]; apply Rlt_le_trans with (exp 0); [apply exp_increasing; rewrite Rabs_left; lra|rewrite exp_0; lra]. }
  assert (root : sqrt (1 - rho ^ 2) * sqrt (1 - rho ^ 2) = 1 - rho ^ 2) by (apply sqrt_sqrt; nra).
  destruct (Req_EM_T 0 0); [|contradiction]; destruct (Req_EM_T 1 0); [lra|].
  replace (exp (- (1 * Rabs (0 - 0)))) with 1 by (rewrite Rminus_0_r, Rabs_R0, Rmult_0_r, Ropp_0, exp_0; reflexivity).
  replace (exp (- (1 * Rabs (1 - 1)))) with 1 by (rewrite Rminus_diag_eq, Rabs_R0, Rmult_0_r, Ropp_0, exp_0; reflexivity).
  clearbody rho; set (s := sqrt (1 - rho ^ 2)) in *; clearbody s.
  split; [split; intros; field|split; [field|split; [field|split]]].
  - transitivity (rho ^ 2 + s * s); [field|rewrite root; ring].
  - unfold lemma8_measure_repaired_domain; rewrite Rabs_left; lra.
Qed.

Theorem lemma8_measure_repaired : lemma8_measure_repaired_statement.
Proof.
  unfold lemma8_measure_repaired_statement, lemma8_measure_repaired_domain, lemma8_measure_repaired_claim, has_covariance.
  intros beta sigma x y mean one two [add scale] at_x both at_y (positive & noise & _); cbv zeta.
  rewrite !add, !scale, at_x, both, at_y; rewrite (Rminus_diag_eq x), (Rminus_diag_eq y), Rabs_R0, Rmult_0_r, Ropp_0, exp_0 by reflexivity.
  set (d := Rabs (x - y)); rewrite Ropp_mult_distr_l; set (e := exp (- beta * d)).
  assert (equal : 1 * (sigma ^ 2 * 1) + (-2 * (sigma ^ 2 * e) + 1 * (sigma ^ 2 * 1)) = 2 * sigma ^ 2 * (1 - e)) by ring.
  rewrite equal; split; [reflexivity|].
  assert (low : 1 - e <= beta * d) by (pose proof (exp_ineq1_le (- beta * d)) as near; fold e in near; lra).
  replace (2 * beta * sigma ^ 2 * d) with (2 * sigma ^ 2 * (beta * d)) by ring; apply Rmult_le_compat_l; [|exact low].
  pose proof (pow2_ge_0 sigma); lra.
Qed.
