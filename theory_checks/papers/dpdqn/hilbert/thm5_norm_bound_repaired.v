(* Term by term. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import thm5_norm_bound_repaired_formula thm5_norm_bound_repaired_statement.
Open Scope R_scope.

Theorem thm5_norm_bound_repaired : thm5_norm_bound_repaired_statement.
Proof.
  intros L M beta v f df derived small flat norm (positive & _ & _ & some).
  unfold thm5_norm_bound_repaired_defined, thm5_norm_bound_repaired_claim; split; [split; lra|]; split; [|field; lra].
  apply Rle_trans with ((1 + beta / 2) * M ^ 2 + (2 * L) ^ 2 / (2 * beta)); [|right; field; lra].
  exact (square_below beta f df positive derived M (2 * L) small flat).
Qed.
