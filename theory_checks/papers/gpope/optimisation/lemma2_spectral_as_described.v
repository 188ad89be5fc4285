(* One state with the discount 3/5 and the step 1: 4/5 is not its square. *)
From Coq Require Import Reals Lra Psatz.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import lemma2_spectral_as_described_formula lemma2_spectral_as_described_statement.
Open Scope R_scope.

Theorem lemma2_spectral_as_described_refuted : ~ lemma2_spectral_as_described_statement.
Proof.
  intros all.
  destruct (two_roots (fun _ _ => 1 - 3 / 5) (fun _ _ => 1) (2 / 5) 1 ltac:(lra) eq_refl ltac:(lra) (4 / 5) (1 / 5)
    ltac:(lra) ltac:(lra) ltac:(lra)) as (real & low & high).
  specialize (all 1%nat _ _ 1 _ _ (4 / 5) (one_state (3 / 5) ltac:(lra))
    (ex_intro _ _ (scalar_inverse (1 - 3 / 5) ltac:(lra))) (scalar_positive 1 ltac:(lra)) real low high).
  unfold lemma2_spectral_as_described_domain, lemma2_spectral_as_described_claim in all; lra.
Qed.
