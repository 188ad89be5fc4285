(* 51.7 is 5 times 10.34. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import v1_thm4_constant_statement.
Open Scope R_scope.

Theorem v1_thm4_constant_verified : v1_thm4_constant_statement.
Proof.
  unfold v1_thm4_constant_statement, v1_thm4_constant_domain, v1_thm4_constant_defined, v1_thm4_constant_claim.
  intros beta sigma (positive & _ & small).
  split; [lra|]; pose proof (sqrt_pos beta); nra.
Qed.
