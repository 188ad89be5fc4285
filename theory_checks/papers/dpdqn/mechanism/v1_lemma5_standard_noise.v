(* Below the threshold the tail, above it the height of the density. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalEvents Gaussian.
From dpdqn Require Import v1_lemma5_standard_noise_formula v1_lemma5_standard_noise_statement.
Open Scope R_scope.

Theorem v1_lemma5_standard_noise_verified : v1_lemma5_standard_noise_statement.
Proof.
  unfold v1_lemma5_standard_noise_domain, v1_lemma5_standard_noise_claim.
  intros Delta delta epsilon exact mu sigma (_ & least) (low & high & small & below & size & _ & _ & _ & _ & noise & _ & ->).
  apply least; intros y [t ->]; apply classical; lra.
Qed.
