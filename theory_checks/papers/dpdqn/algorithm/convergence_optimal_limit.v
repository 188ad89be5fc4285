(* One state without reward, noise 1: Q + g is 0, so that Q is -1, and what is optimal is 1/(1 - gamma). *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Policies ActionValues.
From dpdqn Require Import convergence_optimal_limit_formula convergence_optimal_limit_statement.
Open Scope R_scope.

Theorem convergence_optimal_limit_refuted : ~ convergence_optimal_limit_statement.
Proof.
  intros (carried & gamma & carry & discount & all).
  assert (rows : stochastic 1 1 (fun _ _ _ => 1)) by (intros a s _ _; split; [intros; lra|simpl; lra]).
  assert (claim : convergence_optimal_limit_claim carried gamma (-1 + carried * 1) (/ (1 - gamma)) 1).
  { apply (all 1%nat 1 (fun _ _ _ => 1) (fun _ _ => 0) (fun _ _ => 1) (fun _ _ => -1) (fun _ => / (1 - gamma)) rows)
      with (s := 0%nat); [intros s _; unfold target; simpl; lra| |lia|unfold convergence_optimal_limit_domain; lra].
    apply optimal_is_largest; [lra|exact rows|]; intros s _; unfold backup; simpl; split.
    - intros a _; right; field; lra.
    - exists 0%nat; split; [lia|field; lra]. }
  unfold convergence_optimal_limit_claim in claim; pose proof (Rinv_0_lt_compat (1 - gamma) ltac:(lra)).
  apply Rmult_integral in carry; destruct carry; lra.
Qed.
