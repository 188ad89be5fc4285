(* The exponent of the moment of a normal number. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import NormalTail NormalMean Moments.
From dpdqn Require Import thm5_square_repaired_formula thm5_square_repaired_statement.
Open Scope R_scope.

Theorem thm5_square_repaired : thm5_square_repaired_statement.
Proof.
  intros updates D epsilon lambda log_moment norm_squared sigma moment [known ->] (some & _).
  unfold thm5_square_repaired_defined, thm5_square_repaired_claim; split; [lra|].
  rewrite (ratio_moment_value 1 D lambda epsilon moment ltac:(lra) known), ln_exp; field; lra.
Qed.
