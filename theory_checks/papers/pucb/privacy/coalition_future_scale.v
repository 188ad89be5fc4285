(* Together they have the loss of the first of them, 1/epsilon. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Coalition Vectors.
From pucb Require Import coalition_future_scale_formula coalition_future_scale_statement.
Open Scope R_scope.

Example met : first_after 0 (fun i => (0 < i)%nat) 1 /\ coalition_loss 1 0 (fun i => (0 < i)%nat) (unit 0) (fun _ => 0) (1 / 1).
Proof.
  assert (first : first_after 0 (fun i => (0 < i)%nat) 1) by (repeat split; auto with arith).
  split; [exact first|apply (coalition_loss_exists 1 0 _ 1); try reflexivity; [lra|exact first|]].
  intros i other; unfold unit; destruct (PeanoNat.Nat.eqb_spec i 0); [contradiction|reflexivity].
Qed.

Theorem coalition_future_scale_region : coalition_future_scale_statement.
Proof.
  intros t k member u w epsilon loss first law.
  unfold coalition_future_scale_domain, coalition_future_scale_claim, coalition_future_scale_region; intros positive.
  rewrite (coalition_loss_is epsilon t member k u w loss ltac:(lra) first law).
  assert (product : epsilon * (1 / epsilon) = 1) by (field; lra); assert (0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra).
  split; intros; nra.
Qed.
