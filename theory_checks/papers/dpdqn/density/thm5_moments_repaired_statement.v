(* The moments of the density ratio of independent updates under both laws, whose log ratio is normal by Cameron and Martin, so that the log ratios add up. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Moments.
From dpdqn Require Import thm5_moments_repaired_formula.
Open Scope R_scope.

Definition thm5_moments_repaired_statement : Prop :=
  forall (updates : Z) (lambda moment_one moment_zero norm_squared sigma : R),
    ratio_moment 0 (IZR updates * norm_squared / sigma ^ 2) lambda 0 moment_zero /\
    ratio_moment 1 (IZR updates * norm_squared / sigma ^ 2) lambda 0 moment_one ->
    thm5_moments_repaired_domain lambda moment_one moment_zero norm_squared sigma updates ->
    thm5_moments_repaired_defined lambda moment_one moment_zero norm_squared sigma updates /\
    thm5_moments_repaired_claim lambda moment_one moment_zero norm_squared sigma updates.
