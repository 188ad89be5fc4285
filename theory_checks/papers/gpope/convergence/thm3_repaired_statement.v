(* The core of Theorem 3 (repaired): each step has a length of the domain and shrinks the error in the norm of P.

   That mu^2 is at most 4 L holds for each P and Q, as a squared norm is at least 0. *)
From Coq Require Import Reals ZArith.
From gpope Require Import thm3_repaired_formula.
Open Scope R_scope.

Definition thm3_repaired_statement : Prop :=
  forall (errors : nat -> R) (N : nat) (G1 L V i0 mu first : R),
    mu ^ 2 <= 4 * L -> (forall i, 0 <= errors i) ->
    (forall i beta, (1 <= i <= N)%nat ->
      thm3_repaired_domain G1 L (Z.of_nat N) V beta (errors (S N)) (Z.of_nat i) i0 mu (errors 1%nat) ->
      errors (S i) <= (1 - beta * mu + beta ^ 2 * (L + G1)) * errors i + beta ^ 2 * V) ->
    thm3_repaired_domain G1 L (Z.of_nat N) V first (errors (S N)) 1 i0 mu (errors 1%nat) ->
    thm3_repaired_defined G1 L (Z.of_nat N) V first (errors (S N)) 1 i0 mu (errors 1%nat) /\
    thm3_repaired_claim G1 L (Z.of_nat N) V first (errors (S N)) 1 i0 mu (errors 1%nat).
