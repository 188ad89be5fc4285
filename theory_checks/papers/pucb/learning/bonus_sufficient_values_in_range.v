(* The estimate moves by at most (2 + H + SH) E/n, and 2 + H is at most 2 + 2 S H. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Sums Estimates.
From pucb Require Import bonus_sufficient_values_in_range_formula bonus_sufficient_values_in_range_statement.
Open Scope R_scope.

Example met : Rabs (2 - 2) < 1 /\ 0 <= 1 <= 2 /\ sum 1 (fun _ => 2) <= 2 /\ bonus_sufficient_values_in_range_domain 1 1 1 0 2.
Proof. unfold bonus_sufficient_values_in_range_domain; simpl; split; [rewrite Rabs_pos_eq; lra|lra]. Qed.

Theorem bonus_sufficient_values_in_range_verified : bonus_sufficient_values_in_range_statement.
Proof.
  unfold bonus_sufficient_values_in_range_statement, bonus_sufficient_values_in_range_domain, bonus_sufficient_values_in_range_defined, bonus_sufficient_values_in_range_claim.
  intros S H E n n' r r' m m' V count rewards moves earned some all range.
  intros (states & horizon & level & large); rewrite <- !INR_IZR_INZ in *.
  assert (true_count : 0 < n') by (apply Rabs_def2 in count; lra).
  assert (0 < n ^ 2) by nra; repeat split; [lra|lra|lra|].
  assert (near : forall s, (s < S)%nat -> Rabs (m s - m' s) <= E) by (intros; left; apply moves; assumption).
  apply Rle_trans with (1 := moved S (INR H) E n n' r r' m m' V ltac:(lra) ltac:(lra) near earned some all range
    ltac:(lra) ltac:(lra) true_count).
  replace (3 * E / n + 2 * E ^ 2 / n ^ 2) with (3 * (E / n) + 2 * (E / n) ^ 2) by (field; lra).
  replace ((2 + INR H + INR S * INR H) * E / n) with ((2 + INR H + INR S * INR H) * (E / n)) by (field; lra).
  assert (0 < E / n) by (apply Rdiv_lt_0_compat; lra); set (e := E / n) in *.
  assert (INR H <= INR S * INR H) by nra.
  assert ((2 + INR H + INR S * INR H) * e <= (2 + 2 * (INR S * INR H)) * e) by (apply Rmult_le_compat_r; lra).
  assert (0 <= (1 + INR S * INR H) * e ^ 2) by (apply Rmult_le_pos; [nra|apply pow2_ge_0]); nra.
Qed.
