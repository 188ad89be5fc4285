(* Below the threshold the tail, above it the height of the density. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalEvents Gaussian.
From dpdqn Require Import claim13_standard_noise_formula claim13_standard_noise_statement.
Open Scope R_scope.

Theorem claim13_standard_noise_verified : claim13_standard_noise_statement.
Proof.
  unfold claim13_standard_noise_domain, claim13_standard_noise_claim.
  intros Delta delta epsilon exact mu sigma (_ & least) (low & high & small & below & size & _ & _ & _ & _ & noise & _ & ->).
  apply least; intros y [t ->]; apply classical; lra.
Qed.
