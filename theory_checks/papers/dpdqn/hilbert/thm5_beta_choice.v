(* Both sides are rational in v, once beta is 1/v. *)
From Coq Require Import Reals Lra.
From dpdqn Require Import thm5_beta_choice_statement.
Open Scope R_scope.

Theorem thm5_beta_choice_verified : thm5_beta_choice_statement.
Proof.
  unfold thm5_beta_choice_statement, thm5_beta_choice_domain, thm5_beta_choice_defined, thm5_beta_choice_claim.
  intros B L alpha beta k v (_ & _ & _ & _ & _ & _ & nonzero & ->).
  split; [|field; exact nonzero].
  apply Rmult_integral_contrapositive_currified; [lra|].
  unfold Rdiv; rewrite Rmult_1_l; exact (Rinv_neq_0_compat v nonzero).
Qed.
