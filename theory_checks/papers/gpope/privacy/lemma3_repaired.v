(* The log ratio of the densities is linear in Z, so that its powers have known means. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Renyi.
From gpope Require Import lemma3_repaired_formula lemma3_repaired_statement.
Open Scope R_scope.

(* The hypotheses are met, in every dimension. *)
Example met n : let Sigma := multiple 4 in let S := multiple (/ 4) in let L := multiple 2 in
  (forall i j, (i < n)%nat -> (j < n)%nat -> Sigma i j = image n L (L j) i) /\ symmetric n S /\ inverse n Sigma S.
Proof.
  intros Sigma S L; split; [|split].
  - intros i j one two; unfold L; rewrite image_multiple by exact one; unfold Sigma, multiple.
    rewrite (unit_symmetric j i); ring.
  - intros i j _ _; unfold S, multiple; rewrite unit_symmetric; reflexivity.
  - intros x; split; intros i small; unfold Sigma, S; rewrite !image_multiple by exact small; field.
Qed.

Theorem lemma3_repaired : lemma3_repaired_statement.
Proof.
  intros n Sigma S L mu nu alpha made balanced undo q order.
  assert (root : root_of_inverse n S L).
  { split; [exact balanced|]; intros x i small; rewrite <- (proj2 (undo x) i small); apply image_ext; intros j inside.
    rewrite <- image_product; apply sum_ext; intros k below; rewrite (made j k inside below); reflexivity. }
  pose proof (renyi_value n S L mu nu root alpha order) as value; split.
  - exists (alpha / 2 * q); apply value; reflexivity.
  - intros divergence known _; apply value, known.
Qed.
