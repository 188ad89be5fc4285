(* Whatever the chance is that all J paths are bounded by 2k, no path is bounded more often than its first value. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalMean UnionBound.
From dpdqn Require Import e3_tight_bound_all_bounded_formula.
Open Scope R_scope.

Definition e3_tight_bound_all_bounded_statement : Prop :=
  exists probability : Z -> R -> R -> R -> R,
    (forall (J : Z) (beta k sigma p : R), 0 < beta -> 0 < sigma -> (1 <= J)%Z ->
      mean_of_one (fun z => reached (2 * k) (sigma * z)) p -> probability J beta k sigma <= (1 - p) ^ Z.to_nat J) /\
    forall (J : Z) (beta k sigma : R),
      e3_tight_bound_all_bounded_domain J beta k (probability J beta k sigma) sigma ->
      e3_tight_bound_all_bounded_defined J beta k (probability J beta k sigma) sigma ->
      e3_tight_bound_all_bounded_claim J beta k (probability J beta k sigma) sigma.
