(* The moment of the density ratio of independent updates, whose log ratio is normal by Cameron and Martin, so that the log ratios add up. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Moments.
From dpdqn Require Import thm5_moments_product_density_ratio_formula.
Open Scope R_scope.

Definition thm5_moments_product_density_ratio_statement : Prop :=
  forall (updates : Z) (C L lambda moment norm_squared sigma v : R),
    ratio_moment 0 (IZR updates * norm_squared / sigma ^ 2) lambda 0 moment ->
    thm5_moments_product_density_ratio_domain C L lambda moment norm_squared sigma updates v ->
    thm5_moments_product_density_ratio_defined C L lambda moment norm_squared sigma updates v /\
    thm5_moments_product_density_ratio_claim C L lambda moment norm_squared sigma updates v.
