(* Two states, two actions, one step, two episodes; ties go to the lowest index, and a reward counter that is not fed waits at 0. In
   episode 1 no counter has released anything, all values are equal, and user 1, who is in state s with reward rho, gets action 0.
   After it the counters of state 1 say n = 0 or 1, and a noise each (x0 and x1), and those of rewards 0 as long as they are not fed,
   else rho and a noise (y0). User 2 is in state 1. If users u' and u of episode 1 are told apart by less than a factor exp(epsilon), then
   no box of noises in which user 2 gets action 1 after u' is more than exp(epsilon) times as probable as a half-line that x0 must be
   in if user 2 gets action 1 after u. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Boxes Planner PrintedPlanner.
From pucb Require Import jdp_lowest_index_formula.
Open Scope R_scope.

Section Run.
Variables (E beta' : R).
(* Q+ of Algorithm 3 for the last step, from the sum of rewards r and the count n; 0/0 = H = 1 *)
Definition optimistic (r n : R) : R := quotient_cut 2 1 (2 * ln (2 / beta')) E 1 r n.

Definition in_state_1 (s : nat) : bool := Nat.eqb s 1.
Definition gets_action_1 (s : nat) (rho x0 x1 y0 : R) : Prop :=
  let r0 := if in_state_1 s then rho + y0 else 0 in
  let n0 := (if in_state_1 s then 1 else 0) + x0 in
  optimistic r0 n0 < optimistic 0 (0 + x1).
End Run.

Definition jdp_lowest_index_statement : Prop :=
  forall (epsilon beta' : R) (s s' : nat) (rho rho' a0 a1 b0 b1 c0 c1 half_line p : R),
    (s < 2)%nat -> (s' < 2)%nat -> 0 <= rho <= 1 -> 0 <= rho' <= 1 ->
    let scale := 3 * 1 * 2 / epsilon in
    let E := 3 / epsilon * 1 * ln ((2 * 2 * 2 * 1 + 2 ^ 2 * 2 * 1) * / beta') * sqrt (ln 2 ^ 5) in
    let box := interval scale a0 a1 * interval scale b0 b1 * interval scale c0 c1 in
    a0 <= a1 -> b0 <= b1 -> c0 <= c1 ->
    (forall x0 x1 y0, a0 <= x0 <= a1 -> b0 <= x1 <= b1 -> c0 <= y0 <= c1 -> gets_action_1 E beta' s' rho' x0 x1 y0) ->
    (forall x0 x1 y0, gets_action_1 E beta' s rho x0 x1 y0 -> half_line <= x0) ->
    tail scale half_line p ->
    let loss := ln (box / p) in
    jdp_lowest_index_domain 2 1 2 2 2 0 beta' epsilon loss -> jdp_lowest_index_claim 2 1 2 2 2 0 beta' epsilon loss.
