(* Sixteen episodes and epsilon = 1, with beta = 1/10: n is negative and r positive with a probability above 1/5. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Boxes Planner PrintedPlanner Decide.
From pucb Require Import optimism_binary_mechanism_formula optimism_binary_mechanism_statement.
Open Scope R_scope.

Theorem optimism_binary_mechanism_refuted : ~ optimism_binary_mechanism_statement.
Proof.
  intros all; specialize (all 16%nat 5%nat 1 (1 / 10) (1 / 10) (-120) (-2) 0 120 (-120) 120); cbv zeta in all.
  replace (3 * 1 * INR 5 / 1) with 15 in all by (simpl; field); replace (INR 16) with 16 in all by (simpl; ring).
  replace ((2 * 1 * 1 * 1 + 1 ^ 2 * 1 * 1) * / (1 / 10)) with 30 in all by field.
  assert (large : 121 < 3 / 1 * 1 * ln 30 * sqrt (ln 16 ^ 5)) by decided.
  set (E := 3 / 1 * 1 * ln 30 * sqrt (ln 16 ^ 5)) in *; set (X := 2 * ln (16 / (1 / 10))) in *.
  replace (-120) with (- (120)) in all by ring; replace (-2) with (- (2)) in all by ring.
  rewrite (interval_left 15), (interval_right 15), (interval_within 15) in all by lra.
  replace (0 / 15) with 0 in all by field; rewrite Ropp_0, exp_0 in all.
  unfold optimism_binary_mechanism_domain, optimism_binary_mechanism_claim in all.
  assert ((exp (- (2 / 15)) - exp (- (120 / 15))) / 2 * ((1 - exp (- (120 / 15))) / 2) * (1 - exp (- (120 / 15))) <= 1 / 10) as wrong.
  { apply all; try lra; [|simpl; lra].
    intros x y z one two three; repeat split; try (apply Rabs_def1; lra).
    unfold quotient_cut, bonus; destruct (Req_EM_T (1 + x) 0); [lra|]; destruct (Rle_dec (2 * E) (1 + x)); [lra|].
    apply Rle_lt_trans with (1 := Rmin_r _ _); simpl INR.
    assert ((1 + y) / (1 + x) < 0); [|lra].
    replace ((1 + y) / (1 + x)) with (- ((1 + y) / - (1 + x))) by (field; lra); apply Ropp_lt_gt_0_contravar, Rdiv_lt_0_compat; lra. }
  revert wrong; apply Rlt_not_le; decided.
Qed.
