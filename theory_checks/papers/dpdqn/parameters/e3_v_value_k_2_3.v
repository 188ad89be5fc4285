(* v is 99/1600000. *)
From Coq Require Import Reals Lra.
From dpdqn Require Import e3_v_value_k_2_3_statement.
Open Scope R_scope.

Theorem e3_v_value_k_2_3_verified : e3_v_value_k_2_3_statement.
Proof.
  unfold e3_v_value_k_2_3_statement, e3_v_value_k_2_3_domain, e3_v_value_k_2_3_claim.
  intros B alpha k v (-> & -> & -> & _ & ->).
  apply Rabs_le; lra.
Qed.
