(* The moment of the density ratio of one update, whose log ratio is normal by Cameron and Martin. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Moments.
From dpdqn Require Import thm5_moments_density_ratio_formula.
Open Scope R_scope.

Definition thm5_moments_density_ratio_statement : Prop :=
  forall C L lambda moment norm_squared sigma v : R,
    ratio_moment 0 (norm_squared / sigma ^ 2) lambda 0 moment ->
    thm5_moments_density_ratio_domain C L lambda moment norm_squared sigma v ->
    thm5_moments_density_ratio_defined C L lambda moment norm_squared sigma v /\
    thm5_moments_density_ratio_claim C L lambda moment norm_squared sigma v.
