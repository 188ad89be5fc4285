(* Corollary 11 of the first version, the time of a single round, with the linked list read from its head: some constant will do for
   the last of all queries of distinct states, in any order. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import LinkedList.
From dpdqn Require Import v1_cor11_per_round_list_formula.
Open Scope R_scope.

Definition v1_cor11_per_round_list_statement : Prop :=
  exists C : R, 0 < C /\ forall (queries : list R) (last : R),
    NoDup (last :: queries) -> (forall s, In s (last :: queries) -> 0 <= s <= 1) ->
    let N := Z.of_nat (S (length queries)) in
    let steps := INR (compared last (stored_after queries)) in
    v1_cor11_per_round_list_domain C N steps -> v1_cor11_per_round_list_defined C N steps ->
    v1_cor11_per_round_list_claim C N steps.
