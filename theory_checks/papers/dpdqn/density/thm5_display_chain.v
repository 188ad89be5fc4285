(* At D = epsilon = 1 the log moment is -5/8 or -1/8 where the display has -1/2, and the last two lines differ as well. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import NormalTail Moments.
From dpdqn Require Import thm5_display_chain_formula thm5_display_chain_statement.
Open Scope R_scope.

Theorem thm5_display_chain_refuted : ~ thm5_display_chain_statement.
Proof.
  intros [law all]; pose proof (ratio_moment_exists law 1 (1 / 2) 1 ltac:(lra)) as known.
  pose proof (all 1%Z 1 1 (2 / 3) (1 / 2) (- 1 / 8) _ 1 (- 1 / 2) 1 (3 / 2) _ (conj known eq_refl)) as point.
  rewrite ln_exp in point; unfold thm5_display_chain_domain, thm5_display_chain_defined, thm5_display_chain_claim in point.
  destruct point as (first & _ & _); [repeat split; lra|lra|].
  apply Rmult_eq_reg_r, exp_inv in first; [destruct law; lra|apply Rgt_not_eq, exp_pos].
Qed.
