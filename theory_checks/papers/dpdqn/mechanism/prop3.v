(* Below the threshold the tail, above it the height of the density. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Normal NormalEvents Gaussian.
From dpdqn Require Import prop3_formula prop3_statement.
Open Scope R_scope.

Theorem prop3_verified : prop3_statement.
Proof.
  unfold prop3_domain, prop3_claim.
  intros Delta delta epsilon exact mu sigma (_ & least) (low & high & small & below & size & _ & _ & _ & _ & noise & _ & ->).
  apply least; intros y [t ->]; apply classical; lra.
Qed.
