(* The first term is the smaller one where exp(1/sigma^2) is at most 2, and there the exponential has a slope of at most 2. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Decide.
From gpope Require Import lemma1_branch_statement.
Open Scope R_scope.

Theorem lemma1_branch_verified : lemma1_branch_statement.
Proof.
  assert (logarithm : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  split.
  - intros sigma positive first second.
    assert (square : 0 < sigma ^ 2) by (apply pow_lt; exact positive); set (y := 1 / sigma ^ 2) in *.
    assert (inverse : y * sigma ^ 2 = 1) by (unfold y; field; lra).
    assert (above : 0 < y) by (unfold y; apply Rdiv_lt_0_compat; lra).
    assert (border : forall s, 0 < s -> 1 / ln 2 * ln 2 = 1 /\ 0 < 1 / ln 2)
      by (intros; split; [field; lra|apply Rdiv_lt_0_compat; lra]).
    destruct (border sigma positive) as [unit some].
    split; intros given; unfold first, second.
    + assert (small : y <= ln 2).
      { apply (Rmult_le_reg_r (sigma ^ 2)); [exact square|]; rewrite inverse, <- unit, Rmult_comm.
        apply Rmult_le_compat_l; lra. }
      assert (below : exp y <= 2).
      { destruct small as [less | ->]; [left; rewrite <- (exp_ln 2) by lra; apply exp_increasing; exact less|].
        rewrite exp_ln; lra. }
      split; [apply Rmin_left; lra|].
      destruct (MVT_cor2 exp exp 0 y above (fun c _ => derivable_pt_lim_exp c)) as (c & slope & _ & inside).
      rewrite exp_0 in slope; apply exp_increasing in inside.
      replace (8 / sigma ^ 2) with (4 * (2 * y)) by (unfold y; field; lra); nra.
    + assert (large : ln 2 < y).
      { apply (Rmult_lt_reg_r (sigma ^ 2)); [exact square|]; rewrite inverse, <- unit, (Rmult_comm (1 / ln 2)).
        apply Rmult_lt_compat_l; lra. }
      apply exp_increasing in large; rewrite exp_ln in large by lra; apply Rmin_right; lra.
  - decided.
Qed.
