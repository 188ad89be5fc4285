(* The number of states cancels. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import prop10_from_lemma16_repaired_statement.
Open Scope R_scope.

Theorem prop10_from_lemma16_repaired : prop10_from_lemma16_repaired_statement.
Proof.
  unfold prop10_from_lemma16_repaired_statement, prop10_from_lemma16_repaired_domain, prop10_from_lemma16_repaired_defined, prop10_from_lemma16_repaired_claim.
  intros gamma n sigma (_ & _ & small & size).
  pose proof (sqrt_lt_R0 PI PI_RGT_0).
  repeat split; [lra|apply Rgt_not_eq; nra|field; repeat split; lra].
Qed.
