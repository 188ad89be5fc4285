(* How far one update from theta moves Q_theta(s) = theta + L s at a state x, with one step in the batch, from the state s to s'; the noise
   is a path g, with one value in each state. The temporal difference is at most r0 without it, and L bounds the gradient in theta, too. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums.
From dpdqn Require Import v1_thm4_one_step_formula.
Open Scope R_scope.

Definition v1_thm4_one_step_statement : Prop :=
  forall (alpha gamma theta L s s' x reward r0 : R) (g : R -> R),
    0 <= s <= 1 -> 0 <= s' <= 1 -> 0 <= x <= 1 -> 1 <= L ->
    let Q theta y := theta + L * y in
    let plain := Q theta s - (reward + gamma * Q theta s') in
    let D := Q theta s + g s - (reward + gamma * Q theta s' + g s') in
    let moved := Rabs (Q (theta - alpha * D) x - Q theta x) in
    Rabs plain <= r0 ->
    v1_thm4_one_step_domain 1 D L alpha gamma moved (g s') (g s) (Q theta s) (Q theta s') r0 reward ->
    v1_thm4_one_step_defined 1 D L alpha gamma moved (g s') (g s) (Q theta s) (Q theta s') r0 reward ->
    v1_thm4_one_step_claim 1 D L alpha gamma moved (g s') (g s) (Q theta s) (Q theta s') r0 reward.
