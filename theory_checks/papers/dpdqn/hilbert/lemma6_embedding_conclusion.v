(* The constant 1 is always right; the function exp(-beta x) at 0 needs it. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sobolev.
From dpdqn Require Import lemma6_embedding_conclusion_formula lemma6_embedding_conclusion_statement.
Open Scope R_scope.

Theorem lemma6_embedding_conclusion_region : lemma6_embedding_conclusion_statement.
Proof.
  split.
  - intros beta x f df derived (positive & low & high) large; unfold lemma6_embedding_conclusion_region, lemma6_embedding_conclusion_claim in *.
    pose proof (value_below beta f df positive derived x (conj low high)) as below; pose proof (pow2_ge_0 (f x)); nra.
  - intros beta [positive small]; exists 0, (decay beta), (decay_slope beta); split; [apply decay_smooth|].
    rewrite decay_square by exact positive; unfold lemma6_embedding_conclusion_domain, lemma6_embedding_conclusion_claim, decay; rewrite Rmult_0_r, Ropp_0, exp_0.
    split; [repeat split; lra|lra].
Qed.
