(* Two rounds: item 1 is in two partial sums, with noise of scale 1/epsilon each. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import BinaryCounter.
From pucb Require Import counter_parameters_noise_of_css11_formula counter_parameters_noise_of_css11_statement.
Open Scope R_scope.

Theorem counter_parameters_noise_of_css11_refuted : ~ counter_parameters_noise_of_css11_statement.
Proof.
  intros all; assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (one : ln (INR 2) / (ln 2 * 1) = 1) by (simpl; replace (1 + 1) with 2 by ring; field; lra).
  specialize (all 2%nat 2%nat 1 (INR 2 / 1)); rewrite one in all.
  unfold counter_parameters_noise_of_css11_domain, counter_parameters_noise_of_css11_claim in all.
  assert (INR 2 / 1 <= 1) as wrong; [|simpl in wrong; lra].
  apply all; [apply counter_loss_exists; simpl; lra || lia|simpl; lra].
Qed.
