(* Whatever the tail of the maximum of a path is, it is at least that of one value, which is normal of deviation sigma. *)
From Coq Require Import Reals.
From TheoryChecks Require Import NormalMean UnionBound.
From dpdqn Require Import v1_lemma10_formula.
Open Scope R_scope.

Definition v1_lemma10_statement : Prop :=
  exists tail : R -> R -> R -> R,
    (forall beta sigma u p, 0 < beta -> 0 < sigma ->
      mean_of_one (fun z => reached (1034 / 100 * sqrt beta * sigma + u) (sigma * z)) p -> p <= tail beta sigma u) /\
    forall beta sigma u, v1_lemma10_domain beta sigma (tail beta sigma u) u -> v1_lemma10_claim beta sigma (tail beta sigma u) u.
