(* Both sides are equal: 1/n sqrt(2n) = sqrt 2 / sqrt n. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import prop10_from_lemma16_n_under_root_statement.
Open Scope R_scope.

Theorem prop10_from_lemma16_n_under_root_verified : prop10_from_lemma16_n_under_root_statement.
Proof.
  unfold prop10_from_lemma16_n_under_root_statement, prop10_from_lemma16_n_under_root_domain, prop10_from_lemma16_n_under_root_defined, prop10_from_lemma16_n_under_root_claim.
  intros gamma n sigma (_ & _ & small & size).
  pose proof PI_RGT_0; pose proof (sqrt_lt_R0 PI ltac:(lra)); pose proof (sqrt_lt_R0 (IZR n) ltac:(lra)).
  pose proof (sqrt_sqrt (IZR n) ltac:(lra)) as square.
  rewrite (sqrt_mult 2 (IZR n)), (sqrt_mult (IZR n) PI) by lra.
  assert (0 < sqrt PI * (1 - gamma)) by nra.
  assert (0 < sqrt (IZR n) * sqrt PI * (1 - gamma)) by (rewrite Rmult_assoc; nra).
  repeat split; try nra.
  right; rewrite <- square at 1; field; repeat split; lra.
Qed.
