(* Line 22 with its printed sign, on one state with one action: for some step size and discount the formula holds, or training converges
   from some start that is not the fixed point. To deny this is to say that both fail for all. More states and actions are left out. *)
From Coq Require Import Reals.
From dpdqn Require Import convergence_printed_sign_formula.
Open Scope R_scope.

Definition convergence_printed_sign_statement : Prop :=
  exists alpha gamma : R, convergence_printed_sign_domain alpha gamma /\
    (convergence_printed_sign_claim alpha gamma \/
     exists (r g limit : R) (Q : nat -> R),
       (forall k, Q (S k) = Q k + alpha * (Q k + g - (r + gamma * (Q k + g)))) /\
       Q 0%nat + g <> r + gamma * (Q 0%nat + g) /\ Un_cv Q limit).
