(* v is 9/20000. *)
From Coq Require Import Reals Lra.
From dpdqn Require Import e3_v_value_repaired_statement.
Open Scope R_scope.

Theorem e3_v_value_repaired : e3_v_value_repaired_statement.
Proof.
  unfold e3_v_value_repaired_statement, e3_v_value_repaired_domain, e3_v_value_repaired_claim.
  intros B alpha k v (_ & -> & -> & -> & ->); field.
Qed.
