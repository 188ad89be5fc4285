(* Section 3.2: some Bellman equation on the states [0, 1] has two solutions, functions with a finite value in every state. One
   action is enough, and the state that follows s is next s for certain. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition in_states (s : R) : Prop := 0 <= s <= 1.

Definition solves_everywhere (gamma : R) (next r Q : R -> R) : Prop := forall s, in_states s -> Q s = r s + gamma * Q (next s).

Definition bellman_nonunique_all_functions_statement : Prop :=
  exists (gamma : R) (next r Q Q' : R -> R),
    0 <= gamma < 1 /\ (forall s, in_states s -> in_states (next s)) /\
    solves_everywhere gamma next r Q /\ solves_everywhere gamma next r Q' /\
    exists s, in_states s /\ Q s <> Q' s.
