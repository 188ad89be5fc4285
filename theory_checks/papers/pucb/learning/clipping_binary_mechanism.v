(* Sixteen episodes and epsilon = 1/100, with beta = 1/20: n is negative and r above -n with a probability above 3/50. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Boxes Planner PrintedPlanner Decide.
From pucb Require Import clipping_binary_mechanism_formula clipping_binary_mechanism_statement.
Open Scope R_scope.

Theorem clipping_binary_mechanism_refuted : ~ clipping_binary_mechanism_statement.
Proof.
  intros all; specialize (all 16%nat 5%nat (1 / 100) (1 / 20) (1 / 20) (-1050) (-2) 1050 12000 (-12000) 12000); cbv zeta in all.
  replace (3 * 1 * INR 5 / (1 / 100)) with 1500 in all by (simpl; field); replace (INR 16) with 16 in all by (simpl; ring).
  replace ((2 * 1 * 1 * 1 + 1 ^ 2 * 1 * 1) * / (1 / 20)) with 60 in all by field.
  assert (large : 12001 < 3 / (1 / 100) * 1 * ln 60 * sqrt (ln 16 ^ 5)) by decided.
  set (E := 3 / (1 / 100) * 1 * ln 60 * sqrt (ln 16 ^ 5)) in *; set (X := 2 * ln (16 / (1 / 20))) in *.
  replace (-1050) with (- (1050)) in all by ring; replace (-2) with (- (2)) in all by ring; replace (-12000) with (- (12000)) in all by ring.
  rewrite (interval_left 1500), (interval_right 1500), (interval_within 1500) in all by lra.
  unfold clipping_binary_mechanism_domain, clipping_binary_mechanism_claim in all.
  assert ((exp (- (2 / 1500)) - exp (- (1050 / 1500))) / 2 * ((exp (- (1050 / 1500)) - exp (- (12000 / 1500))) / 2)
    * (1 - exp (- (12000 / 1500))) <= 1 / 20) as wrong.
  { apply all; try lra; [|simpl; lra].
    intros x y z one two three; repeat split; try (apply Rabs_def1; lra).
    unfold quotient_cut, bonus; destruct (Req_EM_T (1 + x) 0); [lra|]; destruct (Rle_dec (2 * E) (1 + x)); [lra|].
    apply Rle_lt_trans with (1 := Rmin_r _ _); simpl INR.
    assert ((1 + y) / (1 + x) < -1); [|lra].
    replace ((1 + y) / (1 + x)) with (-1 - (2 + x + y) / - (1 + x)) by (field; lra).
    assert (0 < (2 + x + y) / - (1 + x)) by (apply Rdiv_lt_0_compat; lra); lra. }
  revert wrong; apply Rlt_not_le; decided.
Qed.
