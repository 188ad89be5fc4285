(* One number of deviation 2 has the variance 4. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Vectors Maximum NormalMean Variances Chernoff.
From dpdqn Require Import lemma8_variance_max_formula lemma8_variance_max_statement.
Open Scope R_scope.

Theorem lemma8_variance_max_refuted : ~ lemma8_variance_max_statement.
Proof.
  intros all; assert (known : variance 1 (largest 1 2) 4).
  { pose proof (variance_of_linear 1 (fun _ => 2)) as value; unfold dot in value; simpl in value.
    replace (0 + 2 * 2) with 4 in value by ring; destruct value as (m & first & second); exists m.
    split; [apply (mean_ext 1) with (2 := first)|apply (mean_ext 1) with (2 := second)]; intros z; unfold largest; simpl; ring. }
  pose proof (all 1%Z 2 4 known) as claim; unfold lemma8_variance_max_domain, lemma8_variance_max_claim in claim.
  specialize (claim ltac:(lra)); lra.
Qed.
