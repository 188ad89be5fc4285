(* S = A = H = 1 and reward 1, in the second episode: the counters n, r and m have the count 1 and a noise each. That all errors are below the
   level and the value is below the optimal one, 1, is at least as
   probable as any box of noises in which it happens. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Boxes Planner PrintedPlanner.
From pucb Require Import optimism_binary_mechanism_formula.
Open Scope R_scope.

Definition optimism_binary_mechanism_statement : Prop :=
  forall (T K : nat) (epsilon beta beta' x0 x1 y0 y1 z0 z1 : R),
    let scale := 3 * 1 * INR K / epsilon in
    let E := 3 / epsilon * 1 * ln ((2 * 1 * 1 * 1 + 1 ^ 2 * 1 * 1) * / beta') * sqrt (ln (INR T) ^ 5) in
    let value := fun x y => quotient_cut 1 1 (2 * ln (INR T / beta')) E 1 (1 + y) (1 + x) in
    let failure := interval scale x0 x1 * interval scale y0 y1 * interval scale z0 z1 in
    x0 <= x1 -> y0 <= y1 -> z0 <= z1 ->
    (forall x y z, x0 <= x <= x1 -> y0 <= y <= y1 -> z0 <= z <= z1 -> Rabs x < E /\ Rabs y < E /\ Rabs z < E /\ value x y < 1) ->
    optimism_binary_mechanism_domain 1 1 (Z.of_nat K) 1 (Z.of_nat T) beta beta' epsilon failure ->
    optimism_binary_mechanism_claim 1 1 (Z.of_nat K) 1 (Z.of_nat T) beta beta' epsilon failure.
