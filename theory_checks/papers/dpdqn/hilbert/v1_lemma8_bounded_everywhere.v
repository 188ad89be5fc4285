(* Constants of maps one after the other multiply. *)
From Coq Require Import Reals Lra Lia List.
From TheoryChecks Require Import Networks.
From dpdqn Require Import v1_lemma8_bounded_everywhere_statement.
Import ListNotations.
Open Scope R_scope.

(* The ReLU, which has no derivative at 0 *)
Example met : lipschitz 1 (Rmax 0) /\ network [unit_layer 2 1; unit_layer 3 0].
Proof.
  split; [|repeat split; simpl; lia]; intros u v; unfold Rmax.
  destruct (Rle_dec 0 u), (Rle_dec 0 v); unfold Rabs; repeat destruct Rcase_abs; lra.
Qed.

(* A constant of psi is not negative. *)
Lemma constant_nonneg c psi : lipschitz c psi -> 0 <= c.
Proof.
  intros flat; specialize (flat 1 0); pose proof (Rabs_pos (psi 1 - psi 0)); rewrite Rminus_0_r, Rabs_R1 in flat; lra.
Qed.

Theorem v1_lemma8_bounded_everywhere_verified : v1_lemma8_bounded_everywhere_statement.
Proof.
  split; [|exact derivative_lipschitz]; intros psi c ls flat net f; pose proof (constant_nonneg c psi flat) as positive.
  set (L := c ^ (length ls - 1) * norms ls).
  assert (0 <= L) by (apply Rmult_le_pos; [apply pow_le, positive|apply (norms_nonneg 1), net]).
  assert (close : forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (f x - f y) <= L * Rabs (x - y))
    by (intros x y _ _; apply value_close; assumption).
  split; [apply (lipschitz_continuous f L); assumption|split; [exists L; split; assumption|apply (energy_exists f L), close]].
Qed.
