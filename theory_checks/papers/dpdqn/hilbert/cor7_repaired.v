(* Constants of maps one after the other multiply; steps of a Lipschitz function have at most the energy L^2. *)
From Coq Require Import Reals ZArith Lra Lia List.
From TheoryChecks Require Import Networks.
From dpdqn Require Import cor7_repaired_formula cor7_repaired_statement.
Import ListNotations.
Open Scope R_scope.

Example met : lipschitz 1 (fun u => u) /\ network [unit_layer 2 0] /\ energy (value (fun u => u) [unit_layer 2 0]) (2 ^ 2) /\
  cor7_repaired_domain 2 1 1 (Rabs (1 - 0)) 4 2 2.
Proof.
  repeat split; simpl; try lia; try lra; try apply (energy_line _ 2 0 (unit_value _ 2 0)); try (intros u v; lra);
    rewrite Rminus_0_r, Rabs_R1; lra.
Qed.

Theorem cor7_repaired : cor7_repaired_statement.
Proof.
  intros psi c ls flat net f d L.
  assert (close : 0 <= c -> forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (f x - f y) <= L * Rabs (x - y)).
  { intros positive x y _ _; unfold L, d; rewrite layers_between by apply net; apply value_close; assumption. }
  split.
  - intros positive; split; [|apply (energy_exists f L), close, positive].
    apply (lipschitz_continuous f L); [|apply close, positive].
    unfold L, d; rewrite layers_between by apply net.
    apply Rmult_le_pos; [apply pow_le, positive|apply (norms_nonneg 1), net].
  - unfold cor7_repaired_domain, cor7_repaired_defined, cor7_repaired_claim; intros x y e one other law (positive & many & _).
    assert (0 <= c) by lra; repeat split; [left; lra|apply close; assumption|].
    apply (energy_most f L e); [apply close|]; assumption.
Qed.
