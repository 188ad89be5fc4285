(* With X = Q + g the step goes from X towards the target of X. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp ActionValues.
From dpdqn Require Import line22_update_repaired_formula line22_update_repaired_statement.
Open Scope R_scope.

Theorem line22_update_repaired : line22_update_repaired_statement.
Proof.
  intros n m alpha gamma P r g Q Q' Q_star states actions rows optimal noised step before after.
  unfold line22_update_repaired_domain, line22_update_repaired_claim; intros (positive & low & high); apply largest_entry_least; trivial; intros a s action state; change (noised Q' a s) with (Q' a s + g a s).
  replace (Q' a s + g a s) with (towards n m gamma P r alpha (noised Q) a s)
    by (rewrite step; unfold towards; set (t := target _ _ _ _ _ _ _ _); unfold noised; ring).
  apply (step_contracts n m gamma P r); trivial; [lra|]; intros b t.
  apply (entry_below n m (fun a s => noised Q a s - Q_star a s) b t).
Qed.
