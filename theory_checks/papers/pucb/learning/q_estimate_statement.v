(* Algorithm 3 in episode 1. A counter releases the sum of the items of the episodes before with a noise; Appendix A.3 has releases after
   one item or more, and that nothing is 0 before is our convention, without which there is no count at all. The claim is that in some
   run, for some state, action and step of episode 1 and some values V of the next step, the estimate has a value: the formula is defined,
   or some number Q is the quotient, the only one of which n times it is what is divided by n. Or else that is no good test: for some count
   that is not 0 the formula gives another number than the quotient. To deny this is to say that the estimate never has a value in
   episode 1, whatever V is, and that elsewhere it is the quotient. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Entries Feeding.
From pucb Require Import q_estimate_formula.
Open Scope R_scope.

Definition quotient (n x Q : R) : Prop := n * Q = x /\ forall other, n * other = x -> other = Q.

(* The items of the episodes before episode t, and what their counter releases with this noise. *)
Definition before (t : nat) (item : nat -> R) : list R := map item (seq 1 (t - 1)).
Definition released (t : nat) (item : nat -> R) (noise : R) : R := release (before t item) noise.

Definition has_a_value (Q : R) (V m : list R) (n r : R) : Prop :=
  (q_estimate_domain Q V m n r /\ q_estimate_defined Q V m n r) \/ quotient n (r + products V m) Q.

(* Counters of state s, action a and step h: visits and rewards, and moves for each of S states, with noises of their own *)
Definition q_estimate_statement : Prop :=
  (exists (S A H : nat) (visits rewards : nat -> nat -> nat -> nat -> R) (moves : nat -> nat -> nat -> nat -> nat -> R)
      (noise noise' : nat -> nat -> nat -> R) (noises : nat -> nat -> nat -> nat -> R) (V : nat -> R) (s a h : nat) (Q : R),
    (s < S)%nat /\ (a < A)%nat /\ (1 <= h <= H)%nat /\
    has_a_value Q (map V (seq 0 S)) (map (fun t => released 1 (moves s a t h) (noises s a t h)) (seq 0 S))
      (released 1 (visits s a h) (noise s a h)) (released 1 (rewards s a h) (noise' s a h))) \/
  exists (Q n r : R) (V m : list R), q_estimate_defined Q V m n r /\ ~ (q_estimate_claim Q V m n r <-> quotient n (r + products V m) Q).
