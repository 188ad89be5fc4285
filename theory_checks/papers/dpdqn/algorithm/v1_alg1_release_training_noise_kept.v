(* With alpha (1 - gamma) = 1 one update takes the noise out; where training stands still Q + g is the optimal table. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp ActionValues.
From dpdqn Require Import v1_alg1_release_training_noise_kept_formula v1_alg1_release_training_noise_kept_statement.
Open Scope R_scope.

Theorem v1_alg1_release_training_noise_kept_refuted : ~ v1_alg1_release_training_noise_kept_statement.
Proof.
  intros [one|(n & m & gamma & P & r & r' & g & h & Q & Q_h & Q' & a & s & action & state & discount & rows & still & again & _ & _ & claim)].
  - apply (one 2 (1 / 2) 0 0 1 0 1); try lra.
    + rewrite Rabs_left by lra; lra.
    + unfold v1_alg1_release_training_noise_kept_domain, released_after_one; lra.
    + unfold released_after_one; lra.
  - apply claim; exact (optimal_table_unique n m gamma P r ltac:(lia) discount rows _ _ still again a s action state).
Qed.
