(* The operator shrinks every distance by the discount. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import BoundedBellman.
From dpdqn Require Import bellman_nonunique_bounded_functions_formula bellman_nonunique_bounded_functions_statement.
Open Scope R_scope.

Theorem bellman_nonunique_bounded_functions_refuted : ~ bellman_nonunique_bounded_functions_statement.
Proof.
  intros (S & m & gamma & K & E & r & Q & Q' & distance & after & some & class & kernel & rewards & fits & fits' & rest).
  destruct rest as (_ & _ & [above _] & [_ least] & (low & high & positive) & claim).
  unfold bellman_nonunique_bounded_functions_claim in claim; assert (after <= gamma * distance); [|nra].
  apply least; intros x (a & s & action & ->); apply (bellman_contracts S m gamma K E r); trivial; [lra|].
  intros b t other; apply above; exists b, t; split; [exact other|reflexivity].
Qed.
