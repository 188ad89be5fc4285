(* Together they have the loss of the first of them, epsilon. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Coalition Vectors.
From pucb Require Import coalition_future_privacy_parameter_formula coalition_future_privacy_parameter_statement.
Open Scope R_scope.

Example met : first_after 0 (fun i => (0 < i)%nat) 1 /\ coalition_loss (1 / 2) 0 (fun i => (0 < i)%nat) (unit 0) (fun _ => 0) (1 / (1 / 2)).
Proof.
  assert (first : first_after 0 (fun i => (0 < i)%nat) 1) by (repeat split; auto with arith).
  split; [exact first|apply (coalition_loss_exists (1 / 2) 0 _ 1); try reflexivity; [lra|exact first|]].
  intros i other; unfold unit; destruct (PeanoNat.Nat.eqb_spec i 0); [contradiction|reflexivity].
Qed.

Theorem coalition_future_privacy_parameter_verified : coalition_future_privacy_parameter_statement.
Proof.
  intros t k member u w epsilon loss first law.
  unfold coalition_future_privacy_parameter_domain, coalition_future_privacy_parameter_claim; intros positive.
  assert (0 < 1 / epsilon) as scale by (apply Rdiv_lt_0_compat; lra).
  rewrite (coalition_loss_is (1 / epsilon) t member k u w loss scale first law); right; field; lra.
Qed.
