(* The mean square of a standard normal number is 1. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums NormalMean NormalSquare.
From gpope Require Import noise_theta_repaired_formula noise_theta_repaired_statement.
Open Scope R_scope.

Theorem noise_theta_repaired : noise_theta_repaired_statement.
Proof.
  unfold noise_theta_repaired_statement, noise_theta_repaired_domain, noise_theta_repaired_claim.
  intros h sigma variance law _.
  apply (mean_unique _ _ _ _ law).
  replace (h ^ 2 * sigma ^ 2) with (INR 1 * (h ^ 2 * sigma ^ 2)) by (simpl; ring).
  apply (mean_ext 1 (fun z => sum 1 (fun i => (h * (sigma * z i)) ^ 2))); [intros; simpl; ring|apply mean_square_of_noise].
Qed.
