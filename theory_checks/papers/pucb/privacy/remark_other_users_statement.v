(* Any agent that is jointly private for users as fixed answers keeps its level against all other users together, who may each
   take part several times and choose their answers after what any of them saw. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Agents.
Open Scope R_scope.

Definition remark_other_users_statement : Prop :=
  forall (user : Type) (N T t : nat) (epsilon : R) (respond : nat -> (nat -> user) -> outputs -> nat -> R) (u u' : user)
    (others : strategies) (E : outputs -> bool),
    agent N T respond -> jointly_private N T respond epsilon -> (t < T)%nat ->
    (forall i o o', i <> t -> (forall j, (j < i)%nat -> j <> t -> o j = o' j) -> others i o = others i o') -> hides t E ->
    let with_ := fun x : user => (fun i o => if Nat.eqb i t then x else others i o) : strategies in
    chance N T respond (with_ u) E <= exp epsilon * chance N T respond (with_ u') E.
