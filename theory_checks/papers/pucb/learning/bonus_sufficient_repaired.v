(* The errors of the counters add up to 2 + H + SH times E, divided by the released count. *)
From Coq Require Import Reals ZArith Lra Psatz.
From TheoryChecks Require Import Sums Estimates.
From pucb Require Import bonus_sufficient_repaired_formula bonus_sufficient_repaired_statement.
Open Scope R_scope.

Example met : Rabs (2 - 2) < 1 /\ 0 <= 1 <= 2 /\ sum 1 (fun _ => 2) <= 2 /\ bonus_sufficient_repaired_domain 1 1 1 0 2.
Proof. unfold bonus_sufficient_repaired_domain; simpl; split; [rewrite Rabs_pos_eq; lra|lra]. Qed.

Theorem bonus_sufficient_repaired : bonus_sufficient_repaired_statement.
Proof.
  unfold bonus_sufficient_repaired_statement, bonus_sufficient_repaired_domain, bonus_sufficient_repaired_defined, bonus_sufficient_repaired_claim.
  intros S H E n n' r r' m m' V count rewards moves earned some all range.
  intros (states & horizon & level & large); rewrite <- !INR_IZR_INZ in *.
  assert (true_count : 0 < n') by (apply Rabs_def2 in count; lra).
  split; [lra|split; [lra|]].
  assert (near : forall s, (s < S)%nat -> Rabs (m s - m' s) <= E) by (intros; left; apply moves; assumption).
  exact (moved S (INR H) E n n' r r' m m' V ltac:(lra) ltac:(lra) near earned some all range ltac:(lra) ltac:(lra) true_count).
Qed.
