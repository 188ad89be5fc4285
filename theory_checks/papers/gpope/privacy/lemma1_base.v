(* The general divergence on the line, at the distance 1. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Renyi.
From gpope Require Import lemma1_base_formula lemma1_base_statement.
Open Scope R_scope.

Example met : lemma1_base_domain 2 0 1.
Proof. unfold lemma1_base_domain; lra. Qed.

Theorem lemma1_base_verified : lemma1_base_statement.
Proof.
  intros alpha sigma [positive order] divergence_is mu nu pair.
  assert (0 < sigma ^ 2) by (apply pow_lt; exact positive).
  pose proof (renyi_value 1 _ _ (fun _ => mu) (fun _ => nu) (multiple_root 1 (/ sigma ^ 2) sigma ltac:(field; lra)) alpha ltac:(lra)) as value.
  rewrite square_multiple in value; unfold gap, dot in value; cbn [sum] in value.
  split; [eexists; apply value; reflexivity|]; intros divergence known; split; [unfold lemma1_base_defined; lra|].
  unfold lemma1_base_claim; apply value in known; rewrite known; destruct pair as [[-> ->]|[-> ->]]; field; lra.
Qed.
