(* The first release is the first item with its noise, the second one both items with a noise of its own: given the first noise x
   it is the lower one if the second noise is below x - item. fall is the probability of that; F is the noise's distribution
   function, and K/epsilon the least scale that makes the counter private. *)
From Coq Require Import Reals ZArith.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace.
From pucb Require Import counter_monotone_formula.
Open Scope R_scope.

Definition counter_monotone_statement : Prop :=
  forall (T K : Z) (epsilon item fall : R) (F : R -> R),
    let noise := density (IZR K / epsilon) 0 in
    (forall y, is_RInt_gen noise (Rbar_locally m_infty) (at_point y) (F y)) ->
    is_RInt_gen (fun x => noise x * F (x - item)) (Rbar_locally m_infty) (Rbar_locally p_infty) fall ->
    counter_monotone_domain K T epsilon fall item -> counter_monotone_claim K T epsilon fall item.
