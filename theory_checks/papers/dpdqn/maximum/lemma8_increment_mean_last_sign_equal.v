(* At n = 1 and beta = sigma = 1 the last line has sqrt(1/2), and the line before sqrt(ln 2/2). *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Maximum NormalMean Expectation Paths Chernoff Refinement Decide.
From dpdqn Require Import lemma8_increment_mean_last_sign_equal_formula lemma8_increment_mean_last_sign_equal_statement.
Open Scope R_scope.

Theorem lemma8_increment_mean_last_sign_equal_refuted : ~ lemma8_increment_mean_last_sign_equal_statement.
Proof.
  intros all; pose proof (prediction_range 1 1 Rlt_0_1) as weight.
  destruct (midpoints_mean_exists 1 1 1 Rlt_0_1 Rlt_0_1 _ weight) as [new first].
  destruct (midpoints_mean_exists 1 1 1 Rlt_0_1 Rlt_0_1 (1 / 2) ltac:(lra)) as [relaxed second].
  destruct (part_mean_exists 1 1 1 Rlt_0_1 Rlt_0_1 3 2 (fun i => i) ltac:(simpl; lia) ltac:(lia) ltac:(simpl; lia)) as [left third].
  destruct (part_mean_exists 1 1 1 Rlt_0_1 Rlt_0_1 3 2 (fun i => S i) ltac:(simpl; lia) ltac:(lia) ltac:(simpl; lia)) as [right fourth].
  destruct (grid_mean_exists 1 1 1 Rlt_0_1 Rlt_0_1) as [mu fifth].
  destruct (gap_mean_exists 1 1 1 Rlt_0_1 Rlt_0_1 _ weight) as [difference sixth].
  set (s := sqrt (1 ^ 2 * (1 / (2 * 2)))); assert (scale : 0 < s) by (apply sqrt_lt_R0; lra).
  assert (seventh : mean 2 (largest 2 s) (expected 2 (largest 2 s))).
  { apply mean_exists, (lipschitz_tame 2 _ s); [lra|]; intros z w; apply largest_close; [lia|exact scale]. }
  assert (inside : lemma8_increment_mean_last_sign_equal_domain (1 / (2 * 2)) 1 difference (expected 2 (largest 2 s)) left mu 1 new relaxed right 1).
  { unfold lemma8_increment_mean_last_sign_equal_domain; simpl; repeat split; lra. }
  assert (defined : lemma8_increment_mean_last_sign_equal_defined (1 / (2 * 2)) 1 difference (expected 2 (largest 2 s)) left mu 1 new relaxed right 1).
  { unfold lemma8_increment_mean_last_sign_equal_defined; simpl; decided. }
  pose proof (all (1 / (2 * 2)) 1 difference (expected 2 (largest 2 s)) left mu 1%Z new relaxed right 1
    first second seventh third fourth fifth sixth inside defined) as claim.
  destruct claim as (_ & _ & _ & claim & _); simpl in claim; revert claim.
  assert (sqrt (2 * ln (2 * 1)) * sqrt (1 * (1 * 1) * (1 / (2 * 2))) < sqrt (1 * 1 / (2 * 1)) * 1) by decided; lra.
Qed.
