(* The denominator is positive by the rule; the estimate from true counts is at most H + 1. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sums Estimates.
From pucb Require Import q_estimate_repaired_statement.
Open Scope R_scope.

Theorem q_estimate_repaired : q_estimate_repaired_statement.
Proof.
  unfold q_estimate_repaired_statement.
  intros S H E n rule positive.
  split; [lra|]; intros n' r r' m m' V level count rewards moves earned some all range.
  assert (horizon : 0 <= INR H) by apply pos_INR.
  assert (true_count : 0 < n') by (pose proof (Rle_abs (n - n')); lra).
  pose proof (true_estimate S (INR H) n' r' m' V earned some all range horizon true_count) as inside.
  pose proof (moved S (INR H) E n n' r r' m m' V count rewards moves earned some all range horizon positive true_count) as near.
  assert ((2 + INR H + INR S * INR H) * E / n <= (2 + INR H + INR S * INR H) / 2).
  { assert (0 <= INR S * INR H) by (apply Rmult_le_pos; [apply pos_INR|exact horizon]).
    apply (Rmult_le_reg_r (2 * n)); [lra|].
    replace ((2 + INR H + INR S * INR H) * E / n * (2 * n)) with ((2 + INR H + INR S * INR H) * (2 * E)) by (field; lra).
    replace ((2 + INR H + INR S * INR H) / 2 * (2 * n)) with ((2 + INR H + INR S * INR H) * n) by field.
    apply Rmult_le_compat_l; lra. }
  pose proof (Rabs_triang (estimate S n r m V - estimate S n' r' m' V) (estimate S n' r' m' V)) as outer.
  replace (estimate S n r m V - estimate S n' r' m' V + estimate S n' r' m' V) with (estimate S n r m V) in outer by ring.
  rewrite (Rabs_pos_eq (estimate S n' r' m' V)) in outer by apply inside; lra.
Qed.
