(* Appendix D, one action, where both ways to read line 19 are the same: what is learned, Q or Q + g at a fixed point of the
   update, is optimal for the rewards r + g. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal Policies ActionValues.
From dpdqn Require Import convergence_optimal_limit_formula.
Open Scope R_scope.

Definition convergence_optimal_limit_statement : Prop :=
  exists carried gamma : R, carried * (1 - carried) = 0 /\ 0 < gamma < 1 /\
  forall (n : nat) (sigma : R) (P : nat -> nat -> nat -> R) (r g Q : nat -> nat -> R) (v : nat -> R),
    stochastic n 1 P ->
    (forall s, (s < n)%nat -> Q 0%nat s + g 0%nat s = target n 1 gamma P r (fun a s => Q a s + g a s) 0 s) ->
    largest_value n 1 gamma P (fun a s => r a s + g a s) v ->
    forall s, (s < n)%nat ->
      convergence_optimal_limit_domain carried gamma (Q 0%nat s + carried * g 0%nat s) (v s) sigma ->
      convergence_optimal_limit_claim carried gamma (Q 0%nat s + carried * g 0%nat s) (v s) sigma.
