(* The optimal policy of Bellman's equation and what it visits. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Existence Policies.
From dpdqn Require Import v1_claim13_repaired_statement.
Open Scope R_scope.

Theorem v1_claim13_repaired : v1_claim13_repaired_statement.
Proof.
  intros n m gamma P r some [low high] rows; assert (discount : 0 <= gamma < 1) by lra.
  destruct (optimal_value_exists n m gamma P discount rows r some) as [v optimal].
  destruct (dual_solution n m gamma P r discount rows v optimal) as [pi [mu [small [value [solved [feasible equal]]]]]].
  exists pi, v, (split pi mu); split; [exact small|]; split; [exact value|].
  split; [exact (optimal_is_largest n m gamma P r discount rows v optimal)|]; split; [exact feasible|]; split; [|split].
  - intros other allowed; rewrite equal; apply (weak_duality n m gamma P r v other); [|exact allowed].
    intros a s action state; apply (optimal s state), action.
  - assert (total : forall s, (s < n)%nat -> sum m (fun a => split pi mu a s) = mu s)
      by (intros; apply (split_total n m pi mu small); assumption).
    intros nu; split.
    + intros other s state; rewrite (total s state).
      exact (visited_unique n gamma _ _ discount (pure_rows n m P rows pi small) nu mu other solved s state).
    + intros same t state; rewrite (same t state), (total t state), (solved t state) at 1; do 2 f_equal; apply sum_ext.
      intros s inside; rewrite (same s inside), (total s inside); reflexivity.
  - intros a s action state; rewrite (split_total n m pi mu small s state); unfold split, plays.
    destruct (Nat.eqb a (pi s)); ring.
Qed.
