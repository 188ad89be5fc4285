(* What is put in for Delta gives the step. *)
From Coq Require Import Reals .
From gpope Require Import recursion_c1_repaired_statement.
Open Scope R_scope.

Theorem recursion_c1_repaired : recursion_c1_repaired_statement.
Proof.
  unfold recursion_c1_repaired_statement, recursion_c1_repaired_domain, recursion_c1_repaired_claim.
  intros Delta after beta gradient image xi (-> & ->); ring.
Qed.
