(* The clipped gradient: each entry is the one of the formula; it is at most h long, and unchanged if B is. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors.
From gpope Require Import clip_bound_formula.
Open Scope R_scope.

Definition clip_bound_statement : Prop :=
  forall (n : nat) (B clipped : vector) (h : R),
    (forall i, (i < n)%nat -> clip_bound_claim (B i) (clipped i) h (length n B)) -> h > 0 ->
    (forall i, (i < n)%nat ->
      clip_bound_domain (B i) (clipped i) h (length n B) /\ clip_bound_defined (B i) (clipped i) h (length n B)) /\
    length n clipped = Rmin (length n B) h /\ (length n B <= h -> same n clipped B).
