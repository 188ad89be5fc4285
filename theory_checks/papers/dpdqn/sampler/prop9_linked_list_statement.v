(* Proposition 9 with the linked list of Algorithm 1: some constant will do for all queries of distinct states, in any order. The
   walk for a place starts at the head of the list; that it may start elsewhere as well is left out here. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import LinkedList.
From dpdqn Require Import prop9_linked_list_formula.
Open Scope R_scope.

Definition prop9_linked_list_statement : Prop :=
  exists C : R, 0 < C /\ forall queries : list R,
    NoDup queries -> (forall s, In s queries -> 0 <= s <= 1) ->
    let N := Z.of_nat (length queries) in
    let steps := INR (all_steps queries nil) in
    prop9_linked_list_domain C N steps -> prop9_linked_list_defined C N steps -> prop9_linked_list_claim C N steps.
