(* Constants of maps one after the other multiply. *)
From Coq Require Import Reals ZArith Lra Lia List.
From TheoryChecks Require Import Networks Chains.
From dpdqn Require Import v1_lemma8_gradient_repaired_formula v1_lemma8_gradient_repaired_statement.
Open Scope R_scope.

Example met : lipschitz 1 (fun u => 1 * u) /\ v1_lemma8_gradient_repaired_domain 1 1 0 2 (weights (line_units 2 0)).
Proof.
  split; [apply times_lipschitz; lra|]; rewrite line_units_weights by lra.
  unfold v1_lemma8_gradient_repaired_domain; simpl; repeat split; lra.
Qed.

Theorem v1_lemma8_gradient_repaired : v1_lemma8_gradient_repaired_statement.
Proof.
  unfold v1_lemma8_gradient_repaired_statement, v1_lemma8_gradient_repaired_domain, v1_lemma8_gradient_repaired_claim.
  intros psi c p units flat any (_ & product & positive & _); rewrite <- pow_powerRZ in product.
  assert (close : forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (chain psi units x - chain psi units y) <= p * Rabs (x - y))
    by (intros x y _ _; rewrite product; apply chain_close; [lra|exact flat]).
  destruct (energy_exists _ p close) as [e law]; exists e; split; [exact law|exact (energy_most _ p e close law)].
Qed.
