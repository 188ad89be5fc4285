(* Of a jointly private agent the others learn about one who takes part in k episodes no more than k times its level; and for
   every level and every k there is one of which they learn as much. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Agents.
Open Scope R_scope.

(* Two sequences of users that differ in these episodes, and an event that none of them shows *)
Definition of_visits {user : Type} (T : nat) (visits : list nat) (U U' : nat -> user) (E : outputs -> bool) : Prop :=
  NoDup visits /\ (forall t, In t visits -> (t < T)%nat /\ hides t E) /\ forall i, ~ In i visits -> U i = U' i.

Definition remark_returning_user_private_agents_statement : Prop :=
  (forall (user : Type) (N T : nat) (epsilon : R) (respond : nat -> (nat -> user) -> outputs -> nat -> R)
    (visits : list nat) (U U' : nat -> user) (E : outputs -> bool),
    agent N T respond -> jointly_private N T respond epsilon -> of_visits T visits U U' E ->
    chance N T respond (fixed U) E <= exp (INR (length visits) * epsilon) * chance N T respond (fixed U') E) /\
  (forall (epsilon : R) (k : nat), 0 <= epsilon -> exists (user : Type) (N T : nat)
    (respond : nat -> (nat -> user) -> outputs -> nat -> R) (visits : list nat) (U U' : nat -> user) (E : outputs -> bool),
    agent N T respond /\ jointly_private N T respond epsilon /\ of_visits T visits U U' E /\ length visits = k /\
    0 < chance N T respond (fixed U') E /\
    chance N T respond (fixed U) E = exp (INR k * epsilon) * chance N T respond (fixed U') E).
