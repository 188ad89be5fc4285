(* One state, no reward: v = 1 satisfies the inequality, and the optimal value is 0. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Policies.
From dpdqn Require Import bellman_iff_formula bellman_iff_statement.
Open Scope R_scope.

Theorem bellman_iff_refuted : ~ bellman_iff_statement.
Proof.
  intros all.
  assert (rows : stochastic 1 1 (fun _ _ _ => 1)) by (intros a s _ _; split; [intros; lra|simpl; lra]).
  assert (optimal : optimal_value 1 1 0 (fun _ _ _ => 1) (fun _ _ => 0) (fun _ => 0)).
  { intros s _; unfold backup; split; [intros; lra|exists 0%nat; split; [lia|lra]]. }
  assert (largest : largest_value 1 1 0 (fun _ _ _ => 1) (fun _ _ => 0) (fun _ => 0))
    by (apply optimal_is_largest; [lra|exact rows|exact optimal]).
  destruct (all 1%nat 1%nat 0 (fun _ _ _ => 1) (fun _ _ => 0) (fun _ => 1) (fun _ => 0) ltac:(lia) ltac:(lra) rows largest)
    as [_ back].
  assert (claim : bellman_iff_claim 1 0).
  { apply (back ltac:(intros a s _ _; unfold backup; lra) 0%nat); lia. }
  unfold bellman_iff_claim in claim; lra.
Qed.
