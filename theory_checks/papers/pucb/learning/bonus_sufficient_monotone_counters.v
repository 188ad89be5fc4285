(* The values are in [0, H], so that an estimate moves by at most (2 + H + SH) E/n, and 2 + H is at most 2 + 2 S H. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From TheoryChecks Require Import Estimates Planner PrintedPlanner.
From pucb Require Import bonus_sufficient_monotone_counters_formula bonus_sufficient_monotone_counters_statement.
Open Scope R_scope.

Definition pulled (n : R) : counts := {| visits := fun _ _ _ => n; rewards := fun _ _ _ => n; moves := fun _ _ _ _ => n |}.

Example met : nonnegative 1 1 1 (pulled 3) /\ possible 1 1 1 (fun _ _ _ => 2%nat) (pulled 2) /\ within_level 1 1 1 1 (pulled 3) (pulled 2) /\
  bonus_sufficient_monotone_counters_domain 1 1 1 0 3.
Proof.
  split; [intros j s a _ _ _; simpl; repeat split; intros; lra|].
  split; [intros j s a _ _ _; simpl; repeat split; intros; lra|].
  split; [intros j s a _ _ _; simpl; repeat split; intros; apply Rabs_le; lra|].
  unfold bonus_sufficient_monotone_counters_domain; lra.
Qed.

Theorem bonus_sufficient_monotone_counters_verified : bonus_sufficient_monotone_counters_statement.
Proof.
  unfold bonus_sufficient_monotone_counters_statement, bonus_sufficient_monotone_counters_domain, bonus_sufficient_monotone_counters_claim.
  intros S A H X E undefined number told true_ some read counted real near j s a step state act (states & horizon & level & large).
  set (n := visits told j s a) in *; set (V := printed_value S A H X E undefined told j) in *.
  rewrite <- !INR_IZR_INZ in *; destruct (real j s a step state act) as (_ & earned & went & all).
  destruct (near j s a step state act) as (count & pay & go).
  fold n in count; assert (visited : 0 < visits true_ j s a) by (pose proof (Rle_abs (n - visits true_ j s a)); lra).
  assert (range : forall t, (t < S)%nat -> 0 <= V t <= INR H) by (intros t small; apply printed_range; trivial; lra || lia).
  apply Rle_trans with (1 := moved S (INR H) E n _ _ _ _ _ V count pay go earned went all range (pos_INR H) ltac:(lra) ltac:(lra)).
  replace (3 * E / n + 2 * E ^ 2 / n ^ 2) with (3 * (E / n) + 2 * (E / n) ^ 2) by (field; lra).
  replace ((2 + INR H + INR S * INR H) * E / n) with ((2 + INR H + INR S * INR H) * (E / n)) by (field; lra).
  assert (0 < E / n) by (apply Rdiv_lt_0_compat; lra); set (e := E / n) in *; assert (INR H <= INR S * INR H) by nra.
  assert ((2 + INR H + INR S * INR H) * e <= (2 + 2 * (INR S * INR H)) * e) by (apply Rmult_le_compat_r; lra).
  assert (0 <= (1 + INR S * INR H) * e ^ 2) by (apply Rmult_le_pos; [nra|apply pow2_ge_0]); nra.
Qed.
