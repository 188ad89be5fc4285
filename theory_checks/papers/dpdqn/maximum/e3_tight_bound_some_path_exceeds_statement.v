(* Whatever the chance is that some of J independent paths reaches 2k, it is at least that of their first values. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import NormalMean UnionBound.
From dpdqn Require Import e3_tight_bound_some_path_exceeds_formula.
Open Scope R_scope.

Definition e3_tight_bound_some_path_exceeds_statement : Prop :=
  exists probability : Z -> R -> R -> R -> R,
    (forall (J : Z) (beta k sigma p : R), 0 < beta -> 0 < sigma -> (1 <= J)%Z ->
      mean_of_one (fun z => reached (2 * k) (sigma * z)) p -> 1 - (1 - p) ^ Z.to_nat J <= probability J beta k sigma) /\
    forall (J : Z) (beta k sigma : R),
      e3_tight_bound_some_path_exceeds_domain J beta k (probability J beta k sigma) sigma ->
      e3_tight_bound_some_path_exceeds_defined J beta k (probability J beta k sigma) sigma ->
      e3_tight_bound_some_path_exceeds_claim J beta k (probability J beta k sigma) sigma.
