(* The moment of the density ratio without the shift, whose log ratio is normal by Cameron and Martin. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Moments.
From dpdqn Require Import lemma11_density_ratio_formula.
Open Scope R_scope.

Definition lemma11_density_ratio_statement : Prop :=
  forall lambda moment norm_squared sigma : R,
    ratio_moment 0 (norm_squared / sigma ^ 2) lambda 0 moment ->
    lemma11_density_ratio_domain lambda moment norm_squared sigma ->
    lemma11_density_ratio_defined lambda moment norm_squared sigma /\
    lemma11_density_ratio_claim lambda moment norm_squared sigma.
