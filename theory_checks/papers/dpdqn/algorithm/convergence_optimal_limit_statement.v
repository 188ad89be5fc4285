(* Appendix D, one state and one action: at some noise but 0, and a fixed point under one of the two ways to read line 19, what is
   learned, Q or Q + g, is optimal for the rewards r + g. The noise of the target is inside of the maximum, or outside of the discount.
   To deny this is to say that it never is. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Mdp Policies.
From dpdqn Require Import convergence_optimal_limit_formula.
Open Scope R_scope.

Definition convergence_optimal_limit_statement : Prop :=
  exists (carried gamma sigma outside r g Q : R) (v : nat -> R),
    g <> 0 /\ outside * (1 - outside) = 0 /\
    Q + g = r + gamma * (Q + (1 - outside) * g) + outside * g /\
    largest_value 1 1 gamma (fun _ _ _ => 1) (fun _ _ => r + g) v /\
    convergence_optimal_limit_domain carried gamma (Q + carried * g) (v 0%nat) sigma /\
    convergence_optimal_limit_claim carried gamma (Q + carried * g) (v 0%nat) sigma.
