(* An exponential is positive, and J is at least 2. *)
From Coq Require Import Reals Lra Psatz.
From dpdqn Require Import j1_best_privacy_printed_parameter_statement.
Open Scope R_scope.

Theorem j1_best_privacy_printed_parameter_verified : j1_best_privacy_printed_parameter_statement.
Proof.
  unfold j1_best_privacy_printed_parameter_statement, j1_best_privacy_printed_parameter_domain, j1_best_privacy_printed_parameter_defined, j1_best_privacy_printed_parameter_claim.
  intros J beta delta k least sigma (_ & -> & _ & _ & _ & positive & _ & paths).
  split; [lra|].
  match goal with |- _ + exp ?x < _ => pose proof (exp_pos x); nra end.
Qed.
