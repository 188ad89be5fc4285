(* Both bounds for N independent values, and the union bound for values of any joint law. Left out: the first bound for values with
   positive correlations (Slepian). *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Laws Maximum Normal NormalMean UnionBound.
From dpdqn Require Import union_tail_expression_repaired_formula.
Open Scope R_scope.

Definition union_tail_expression_repaired_statement : Prop :=
  (forall (N : Z) (c sigma tail : R),
    mean (Z.to_nat N) (fun z => reached c (best (Z.to_nat N) (fun i => sigma * z i))) tail ->
    union_tail_expression_repaired_domain N c sigma tail ->
    union_tail_expression_repaired_defined N c sigma tail /\ union_tail_expression_repaired_claim N c sigma tail) /\
  (forall (Omega : Type) (averages : (Omega -> R) -> R -> Prop) (X : Omega -> nat -> R) (N : Z) (c sigma tail : R),
    is_law averages -> (forall i, averages (fun w => reached c (X w i)) (Phi (- c / sigma))) ->
    averages (fun w => reached c (best (Z.to_nat N) (X w))) tail ->
    union_tail_expression_repaired_domain N c sigma tail -> tail <= IZR N * Phi (- c / sigma)).
