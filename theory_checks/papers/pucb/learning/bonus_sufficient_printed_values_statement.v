(* While all errors of counters are below E, the bonus lifts the estimate, from the values that Algorithm 3 computes, to the optimum.
   True counts are those of whole episodes: who goes from s to t at one step is in t at the next. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Estimates Planner PrintedPlanner.
From pucb Require Import bonus_sufficient_printed_values_formula.
Open Scope R_scope.

Definition of_episodes (S A H : nat) (true_ : counts) : Prop :=
  (forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat -> sum S (moves true_ j s a) = visits true_ j s a) /\
  forall j t, (Datatypes.S j < H)%nat -> (t < S)%nat ->
    sum S (fun s => sum A (fun a => moves true_ (Datatypes.S j) s a t)) = sum A (visits true_ j t).

Definition bonus_sufficient_printed_values_statement : Prop :=
  forall (S A H T : nat) (E beta' undefined : R) mean move number (told true_ : counts),
    mdp S A H mean move -> possible S A H number true_ -> of_episodes S A H true_ ->
    (exists less, less < E /\ within_level S A H less told true_) ->
    forall j s a, (j < H)%nat -> (s < S)%nat -> (a < A)%nat ->
      let n := visits told j s a in
      let V := printed_value S A H (2 * ln (INR T / beta')) E undefined told j in
      let shortfall := action_optimum S A mean move j s a - estimate S n (rewards told j s a) (moves told j s a) V in
      bonus_sufficient_printed_values_domain E (Z.of_nat H) (Z.of_nat S) (Z.of_nat T) beta' n shortfall ->
      bonus_sufficient_printed_values_claim E (Z.of_nat H) (Z.of_nat S) (Z.of_nat T) beta' n shortfall.
