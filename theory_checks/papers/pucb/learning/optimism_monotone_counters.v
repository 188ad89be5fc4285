(* By induction over the steps that are left. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Estimates Planner PrintedPlanner.
From pucb Require Import optimism_monotone_counters_statement.
Open Scope R_scope.

(* One arm that always pays 1, pulled twice, with counters that say 3 *)
Definition pulled (n : R) : counts := {| visits := fun _ _ _ => n; rewards := fun _ _ _ => n; moves := fun _ _ _ _ => n |}.

Example met : mdp 1 1 1 (fun _ _ _ => 1) (fun _ _ _ _ => 1) /\ possible 1 1 1 (fun _ _ _ => 2%nat) (pulled 2) /\ nonnegative 1 1 1 (pulled 3) /\
  within_level 1 1 1 1 (pulled 3) (pulled 2) /\ forall D, deviates_little 1 1 1 D (fun _ _ _ => 1) (fun _ _ _ _ => 1) (fun _ _ _ => 2%nat) (pulled 2).
Proof.
  split; [intros j s a _ _ _; simpl; repeat split; intros; lra|].
  split; [intros j s a _ _ _; simpl; repeat split; intros; lra|].
  split; [intros j s a _ _ _; simpl; repeat split; intros; lra|].
  split; [intros j s a _ _ _; simpl; repeat split; intros; apply Rabs_le; lra|].
  intros D j s a step _ _ _; replace j with 0%nat by lia; unfold estimate, action_optimum; simpl.
  pose proof (sqrt_pos (D / (1 + 1))); lra.
Qed.

Theorem optimism_monotone_counters_verified : optimism_monotone_counters_statement.
Proof.
  intros S A H T E beta' undefined mean move number told true_ _ actions horizon episodes failure level read X law real counted near draws.
  apply (printed_optimistic S A H X E undefined told) with (number := number) (true_ := true_); try assumption; [lra|].
  assert (1 <= INR T) by (apply (le_INR 1); exact episodes).
  assert (1 < INR T / beta') by (apply (Rmult_lt_reg_r beta'); [lra|]; replace (INR T / beta' * beta') with (INR T) by (field; lra); lra).
  assert (0 < ln (INR T / beta')) by (rewrite <- ln_1; apply ln_increasing; lra); unfold X; lra.
Qed.
