(* With h = 2 and sigma = 1 it is 4. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums NormalMean NormalSquare.
From gpope Require Import noise_theta_theta_and_w_formula noise_theta_theta_and_w_statement.
Open Scope R_scope.

Theorem noise_theta_theta_and_w_refuted : ~ noise_theta_theta_and_w_statement.
Proof.
  intros all.
  assert (law : mean 1 (fun z => (2 * (1 * z 0%nat)) ^ 2) 4).
  { replace 4 with (INR 1 * (2 ^ 2 * 1 ^ 2)) by (simpl; ring).
    apply (mean_ext 1 (fun z => sum 1 (fun i => (2 * (1 * z i)) ^ 2))); [intros; simpl; ring|apply mean_square_of_noise]. }
  specialize (all 2 1 4 law); unfold noise_theta_theta_and_w_domain, noise_theta_theta_and_w_claim in all; lra.
Qed.
