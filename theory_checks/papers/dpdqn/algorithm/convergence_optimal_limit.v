(* What is optimal is (r + g)/(1 - gamma), and Q is r/(1 - gamma), less g where the noise of the target is inside of the maximum. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Policies.
From dpdqn Require Import convergence_optimal_limit_formula convergence_optimal_limit_statement.
Open Scope R_scope.

Theorem convergence_optimal_limit_refuted : ~ convergence_optimal_limit_statement.
Proof.
  intros (carried & gamma & sigma & outside & r & g & Q & v & some & way & fixed & largest & (_ & low & high & carry) & claim).
  unfold convergence_optimal_limit_claim in claim.
  assert (rows : stochastic 1 1 (fun _ _ _ => 1)) by (intros a s _ _; split; [intros; lra|simpl; lra]).
  apply (largest_is_optimal 1 1 gamma _ _ ltac:(lra) rows v) in largest; [|lia].
  destruct (largest 0%nat ltac:(lia)) as [_ (a & _ & value)]; unfold backup in value; simpl in value.
  apply some; destruct (Rmult_integral _ _ way), (Rmult_integral _ _ carry); nra.
Qed.
