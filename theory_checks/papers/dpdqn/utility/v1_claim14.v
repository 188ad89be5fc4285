(* Multiply the constraint by the vector of ones. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Sums Mdp Duality.
From dpdqn Require Import v1_claim14_formula v1_claim14_statement.
Open Scope R_scope.

Theorem v1_claim14_verified : v1_claim14_statement.
Proof.
  intros n m gamma P lambda rows feasible norm.
  unfold v1_claim14_domain, v1_claim14_defined, v1_claim14_claim; intros (low & high & _).
  split; [lra|]; rewrite <- INR_IZR_INZ.
  rewrite <- (total_visits n m gamma P lambda rows feasible).
  replace norm with (sum n (visits m lambda)); [field; lra|].
  unfold norm, norm1, visits; apply sum_ext; intros s state; symmetry; apply Rabs_pos_eq, sum_nonneg.
  intros a action; apply feasible; assumption.
Qed.
