(* Term by term. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import thm5_norm_bound_difference_formula thm5_norm_bound_difference_statement.
Open Scope R_scope.

Theorem thm5_norm_bound_difference_verified : thm5_norm_bound_difference_statement.
Proof.
  intros B L M alpha beta k f df derived small flat norm (positive & _).
  split; [unfold thm5_norm_bound_difference_defined; lra|]; exact (square_below beta f df positive derived M L small flat).
Qed.
