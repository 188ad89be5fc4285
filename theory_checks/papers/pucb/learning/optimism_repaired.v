(* By induction over the steps that are left. *)
From Coq Require Import Reals Lra Lia Psatz.
From TheoryChecks Require Import Sums Estimates Planner.
From pucb Require Import optimism_repaired_statement.
Open Scope R_scope.

Lemma logarithm_nonneg S A H T beta : (1 <= S)%nat -> (1 <= A)%nat -> (1 <= H)%nat -> (1 <= T)%nat -> 0 < beta < 1 ->
  0 <= ln (4 * INR S * INR A * INR H * INR T / beta) / 2.
Proof.
  intros states actions horizon episodes level; apply le_INR in states, actions, horizon, episodes; simpl in states, actions, horizon, episodes.
  assert (1 <= INR S * INR A) by nra; assert (1 <= INR S * INR A * INR H) by nra; assert (1 <= INR S * INR A * INR H * INR T) by nra.
  assert (1 < 4 * INR S * INR A * INR H * INR T / beta).
  { apply (Rmult_lt_reg_r beta); [lra|]; replace (4 * INR S * INR A * INR H * INR T / beta * beta) with (4 * (INR S * INR A * INR H * INR T)) by (field; lra); lra. }
  assert (0 < ln (4 * INR S * INR A * INR H * INR T / beta)) by (rewrite <- ln_1; apply ln_increasing; lra); lra.
Qed.

(* One arm that always pays 1, pulled twice, with counters that say 3 *)
Definition pulled (n : R) : counts := {| visits := fun _ _ _ => n; rewards := fun _ _ _ => n; moves := fun _ _ _ _ => n |}.

Example met : mdp 1 1 1 (fun _ _ _ => 1) (fun _ _ _ _ => 1) /\ possible 1 1 1 (fun _ _ _ => 2%nat) (pulled 2) /\
  within_level 1 1 1 1 (pulled 3) (pulled 2) /\ forall D, deviates_little 1 1 1 D (fun _ _ _ => 1) (fun _ _ _ _ => 1) (fun _ _ _ => 2%nat) (pulled 2).
Proof.
  split; [intros j s a _ _ _; simpl; repeat split; intros; lra|].
  split; [intros j s a _ _ _; simpl; repeat split; intros; lra|].
  split; [intros j s a _ _ _; simpl; repeat split; intros; apply Rabs_le; lra|].
  intros D j s a step _ _ _; replace j with 0%nat by lia; unfold estimate, action_optimum; simpl.
  pose proof (sqrt_pos (D / (1 + 1))); lra.
Qed.

Theorem optimism_repaired : optimism_repaired_statement.
Proof.
  intros S A H T E beta mean move number told true_ states actions horizon episodes failure level hoeffding law real near draws.
  apply (repaired_optimistic S A H _ hoeffding E mean move number told true_); try assumption.
  split; [apply logarithm_nonneg; assumption|apply Rmax_r].
Qed.
