(* The counters with the budget epsilon/(6H) each, as they are fed and released over T episodes: whatever the others send, and if they
   choose it after what was released before, all noisy partial sums of all counters together tell no more of the user of episode t
   than epsilon. The user went through u in one run and through v in the other. The partial sum of time j holds items of episodes up
   to j alone, so that the density of all releases is the product of those of the partial sums around their data, given the releases
   before. That actions and policies, as functions of the releases, of what the others sent and of coins, tell no more is not proved here. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums Budget BinaryCounter.
From pucb Require Import budget_split_repaired_formula.
Open Scope R_scope.

(* One number for each counter, of visits, of rewards or of moves, and each episode *)
Record numbers := {
  visits : nat -> nat -> nat -> nat -> R;
  rewards : nat -> nat -> nat -> nat -> R;
  moves : nat -> nat -> nat -> nat -> nat -> R }.

Definition same_before (i : nat) (y z : numbers) : Prop := forall j, (j < i)%nat -> forall h s a,
  visits y h s a j = visits z h s a j /\ rewards y h s a j = rewards z h s a j /\ forall x, moves y h s a x j = moves z h s a x j.
(* What the others send in episode i may depend on what was released before; coins of theirs are part of it. *)
Definition chosen_after (others : numbers -> numbers) : Prop := forall i y z, same_before i y z -> forall h s a,
  visits (others y) h s a i = visits (others z) h s a i /\ rewards (others y) h s a i = rewards (others z) h s a i /\
  forall x, moves (others y) h s a x i = moves (others z) h s a x i.

(* The items of a counter: own in episode t, and else those of the others *)
Definition fed_with (t : nat) (own : R) (others : nat -> R) (i : nat) : R := if Nat.eqb i t then own else others i.

(* The log ratio of the densities of the releases z *)
Definition told (S A H fed T t : nat) (scale : R) (u v : user) (others : numbers -> numbers) (z : numbers) : R :=
  all_counters S A H fed
    (fun h s a => tells T scale (fed_with t (visit u h s a) (visits (others z) h s a)) (fed_with t (visit v h s a) (visits (others z) h s a))
      (visits z h s a))
    (fun h s a => tells T scale (fed_with t (earned u h s a) (rewards (others z) h s a)) (fed_with t (earned v h s a) (rewards (others z) h s a))
      (rewards z h s a))
    (fun h s a x => tells T scale (fed_with t (move u h s a x) (moves (others z) h s a x)) (fed_with t (move v h s a x) (moves (others z) h s a x))
      (moves z h s a x)).

Definition budget_split_repaired_statement : Prop :=
  forall (S A H fed K T t : nat) (epsilon epsilon_prime scale : R) (u v : user) (others : numbers -> numbers) (z : numbers),
    (1 <= t <= T)%nat -> valid S A H u -> valid S A H v -> chosen_after others ->
    let loss := told S A H fed T t scale u v others z in
    budget_split_repaired_domain (Z.of_nat H) (Z.of_nat K) (Z.of_nat S) (Z.of_nat T) epsilon epsilon_prime (Z.of_nat fed) loss scale ->
    budget_split_repaired_claim (Z.of_nat H) (Z.of_nat K) (Z.of_nat S) (Z.of_nat T) epsilon epsilon_prime (Z.of_nat fed) loss scale.
