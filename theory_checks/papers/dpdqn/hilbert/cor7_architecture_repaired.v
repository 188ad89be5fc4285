(* Constants of maps one after the other multiply. *)
From Coq Require Import Reals ZArith Lra Lia List.
From TheoryChecks Require Import Networks.
From dpdqn Require Import cor7_architecture_repaired_formula cor7_architecture_repaired_statement.
Import ListNotations.
Open Scope R_scope.

Example met : lipschitz 1 (fun u => u) /\ network [unit_layer 2 0] /\ (forall l, In l [unit_layer 2 0] -> norm l <= 2) /\
  steepest (value (fun u => u) [unit_layer 2 0]) (Rabs 2).
Proof.
  split; [intros u v; lra|split; [apply unit_network|split; [|exact (steepest_line _ 2 0 (unit_value _ 2 0))]]].
  intros l [<- | []]; unfold norm; simpl; rewrite Rabs_pos_eq; lra.
Qed.

Theorem cor7_architecture_repaired : cor7_architecture_repaired_statement.
Proof.
  unfold cor7_architecture_repaired_statement, cor7_architecture_repaired_domain, cor7_architecture_repaired_defined, cor7_architecture_repaired_claim.
  intros psi c w L ls positive flat net below [_ least]; destruct net as [some fit].
  assert (many : 1 <= IZR (Z.of_nat (length ls))) by (apply (IZR_le 1); lia).
  rewrite layers_between by exact some; rewrite <- pow_powerRZ.
  pose proof (norms_nonneg _ _ fit) as norms_some; pose proof (norms_most _ _ w fit below) as norms_less.
  assert (power : 0 <= c ^ (length ls - 1)) by apply pow_le, positive.
  assert (steep : L <= c ^ (length ls - 1) * norms ls).
  { apply least; split; [apply Rmult_le_pos; assumption|]; intros x y _ _; apply value_close; try assumption; split; assumption. }
  repeat split; try lra; try (left; lra).
  apply Rle_trans with (1 := steep), Rmult_le_compat_l; assumption.
Qed.
