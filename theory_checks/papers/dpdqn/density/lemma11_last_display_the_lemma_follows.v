(* At beta = 10 and lambda = 2 the limit of the display is 101, and the exponent of the lemma is 18. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal.
From dpdqn Require Import lemma11_last_display_the_lemma_follows_formula lemma11_last_display_the_lemma_follows_statement.
Open Scope R_scope.

Theorem lemma11_last_display_the_lemma_follows_refuted : ~ lemma11_last_display_the_lemma_follows_statement.
Proof.
  intros all; destruct (all 10 1 2 _ 6 1 0 eq_refl) as [_ claim].
  - unfold lemma11_last_display_the_lemma_follows_domain; lra.
  - unfold lemma11_last_display_the_lemma_follows_defined; lra.
  - lra.
Qed.
