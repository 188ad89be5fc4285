(* Updates from 0 on converge, at the rate of the discount. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import BoundedBellman.
From dpdqn Require Import bellman_nonunique_repaired_formula bellman_nonunique_repaired_statement.
Open Scope R_scope.

Example met : closed_class (fun _ : R -> R => True) /\ means 1 (fun _ : R -> R => True) (fun _ s f => f (s / 2)).
Proof. repeat split; auto. Qed.

Theorem bellman_nonunique_repaired : bellman_nonunique_repaired_statement.
Proof.
  intros S m gamma K E r some discount class kernel rewards; split.
  - intros Q Q' before after fits fits' [above _] [_ least] _; unfold bellman_nonunique_repaired_claim.
    apply least; intros x (a & s & action & ->); apply (bellman_contracts S m gamma K E r); trivial.
    intros b t other; apply above; exists b, t; split; [exact other|reflexivity].
  - destruct (solution_exists S m gamma K E r some discount class kernel rewards) as [Q [fits solution]].
    exists Q; split; [exact fits|]; split; [exact solution|]; intros Q' fits' solution'.
    apply (solution_unique S m gamma K E r); assumption.
Qed.
