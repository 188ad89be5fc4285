(* The smaller of both bounds, for N values of any joint law: the union bound is proved, that for the whole path is granted (the repaired
   Lemma 8). *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Laws Maximum Normal UnionBound.
From dpdqn Require Import intro_union_bound_repaired_formula.
Open Scope R_scope.

Definition intro_union_bound_repaired_statement : Prop :=
  forall (Omega : Type) (averages : (Omega -> R) -> R -> Prop) (X : Omega -> nat -> R) (N : Z) (beta c m sigma tail : R),
    is_law averages -> (forall i, averages (fun w => reached c (X w i)) (Phi (- c / sigma))) ->
    averages (fun w => reached c (best (Z.to_nat N) (X w))) tail -> tail <= exp (- (c / sigma - m) ^ 2 / 2) ->
    m = 2 / sqrt PI * sqrt beta ->
    intro_union_bound_repaired_domain N beta c m sigma tail ->
    intro_union_bound_repaired_defined N beta c m sigma tail /\ intro_union_bound_repaired_claim N beta c m sigma tail.
