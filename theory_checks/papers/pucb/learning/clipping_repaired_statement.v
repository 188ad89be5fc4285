(* A value cut from both sides is in the range of a value function, and stays optimistic. *)
From Coq Require Import Reals ZArith.
From pucb Require Import clipping_repaired_formula.
Open Scope R_scope.

Definition clipping_repaired_statement : Prop :=
  forall (H h : Z) (Q V : R), clipping_repaired_domain H Q V h -> clipping_repaired_claim H Q V h ->
    0 <= V <= IZR H - IZR h + 1 /\
    (forall optimum, 0 <= optimum <= IZR H - IZR h + 1 -> optimum <= Q -> optimum <= V).
