(* How far one update from theta moves Q_theta(s) = theta + L s at a state x, with one step in the batch, from the state s to s'. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums.
From dpdqn Require Import thm5_one_step_formula.
Open Scope R_scope.

Definition thm5_one_step_statement : Prop :=
  forall alpha gamma theta L s s' x noise next_noise reward : R,
    0 <= s <= 1 -> 0 <= s' <= 1 -> 0 <= x <= 1 ->
    let Q theta y := theta + L * y in
    let D := Q theta s + noise - (reward + gamma * Q theta s' + next_noise) in
    let moved := Rabs (Q (theta - alpha * D) x - Q theta x) in
    thm5_one_step_domain 1 D L alpha gamma moved next_noise noise (Q theta s) (Q theta s') reward ->
    thm5_one_step_defined 1 D L alpha gamma moved next_noise noise (Q theta s) (Q theta s') reward ->
    thm5_one_step_claim 1 D L alpha gamma moved next_noise noise (Q theta s) (Q theta s') reward.
