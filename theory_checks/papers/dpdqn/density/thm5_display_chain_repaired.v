(* The exponents agree; lambda^lambda <= (lambda + 1)^lambda gives the inequality. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import NormalTail Moments.
From dpdqn Require Import thm5_display_chain_repaired_formula thm5_display_chain_repaired_statement.
Open Scope R_scope.

Theorem thm5_display_chain_repaired : thm5_display_chain_repaired_statement.
Proof.
  intros D epsilon factor lambda last log_moment second third moment [known ->]
    (size & far & positive & _ & choice & _ & two & _ & three & _ & four & _ & _ & five).
  rewrite (ratio_moment_value 1 D lambda epsilon moment ltac:(lra) known), ln_exp.
  unfold thm5_display_chain_repaired_defined, thm5_display_chain_repaired_claim; split; [lra|].
  assert (level : epsilon = D / 2 + lambda * D) by (rewrite choice; field; lra).
  assert (same : second = last) by (rewrite two, four, level; field; lra).
  assert (whole : (lambda ^ 2 + lambda) * D / 2 - lambda * epsilon = second) by (rewrite two, level; field; lra).
  split; [rewrite whole; reflexivity|]; split.
  - apply Rmult_le_compat_l; [left; apply exp_pos|]; rewrite three.
    replace (1 / (lambda + 1)) with (exp (- ln (lambda + 1))) by (rewrite exp_Ropp, exp_ln by lra; field; lra); apply exp_le.
    assert (lambda * ln lambda <= lambda * ln (lambda + 1)); [|lra].
    apply Rmult_le_compat_l; [lra|]; left; apply ln_increasing; lra.
  - rewrite same, three, five, level; f_equal; field; lra.
Qed.
