(* Multiply the constraint by the vector of ones. *)
From Coq Require Import Reals ZArith Lra.
From TheoryChecks Require Import Sums Mdp Duality.
From dpdqn Require Import claim15_formula claim15_statement.
Open Scope R_scope.

Theorem claim15_verified : claim15_statement.
Proof.
  intros n m gamma P lambda rows feasible norm.
  unfold claim15_domain, claim15_defined, claim15_claim; intros (low & high & _).
  split; [lra|]; rewrite <- INR_IZR_INZ.
  rewrite <- (total_visits n m gamma P lambda rows feasible).
  replace norm with (sum n (visits m lambda)); [field; lra|].
  unfold norm, norm1, visits; apply sum_ext; intros s state; symmetry; apply Rabs_pos_eq, sum_nonneg.
  intros a action; apply feasible; assumption.
Qed.
