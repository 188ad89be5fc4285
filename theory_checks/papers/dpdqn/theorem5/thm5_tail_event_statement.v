(* One update of Q_theta(s) = theta + L s at the state s, which leads to itself, B = 1, one action, gamma = 0: it moves Q by the same
   at every state x. Before the noise, of deviation sigma, the temporal difference is at most 2. The noise of the target is in
   line 19 inside of the maximum, where gamma = 0 takes it away, or outside of the discount, as printed: the step is true of one
   of the two. *)
From Coq Require Import Reals.
From TheoryChecks Require Import NormalEvents.
From dpdqn Require Import thm5_tail_event_formula.
Open Scope R_scope.

Definition more_than (level x : R) : bool := if Rlt_dec level x then true else false.

Definition thm5_tail_event_statement : Prop :=
  exists outside : R, outside * (1 - outside) = 0 /\
  forall alpha beta k level reward s sigma theta x L p : R,
    let Q theta y := theta + L * y in
    let D z := Q theta s + sigma * z - (reward + outside * (sigma * z)) in
    let moved z := Rabs (Q (theta - alpha * D z) x - Q theta x) in
    0 <= s <= 1 -> 0 <= x <= 1 -> Rabs (Q theta s - reward) <= 2 ->
    chance (more_than level) moved p -> 0 < p ->
    thm5_tail_event_domain 1 L alpha beta k level (ln p) sigma ->
    thm5_tail_event_defined 1 L alpha beta k level (ln p) sigma ->
    thm5_tail_event_claim 1 L alpha beta k level (ln p) sigma.
