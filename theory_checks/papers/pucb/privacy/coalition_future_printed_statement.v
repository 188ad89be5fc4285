(* What users after t see together is a function of what the first of them is told, the same for both values of the bit of t;
   so together they learn no more of it, whatever the law of the noise is.

   The events of the noise are some sets of numbers that can be shifted, and chance gives each its probability. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Coalition.
Open Scope R_scope.

Definition shifted (event : (R -> Prop) -> Prop) : Prop := forall F c, event F -> event (fun y => F (y + c)).
Definition alike (chance : (R -> Prop) -> R) : Prop := forall F G, (forall y, F y <-> G y) -> chance F = chance G.

(* What the members can tell apart: by what they are told, and by their own bits. *)
Definition seen_by (member : nat -> Prop) (E : (nat -> R) -> (nat -> R) -> Prop) : Prop := forall heard heard' own own',
  (forall i, member i -> heard i = heard' i /\ own i = own' i) -> E heard own <-> E heard' own'.

Definition coalition_future_printed_statement : Prop :=
  forall (event : (R -> Prop) -> Prop) (chance : (R -> Prop) -> R) (t k : nat) (member : nat -> Prop) (u w : nat -> R),
    shifted event -> alike chance -> first_after t member k -> differ_at t u w ->
    (exists all : R -> nat -> R, forall xi i, member i ->
      told u xi i = all (told u xi k) i /\ told w xi i = all (told w xi k) i /\ u i = w i) /\
    (forall c, (forall F, event F -> chance (fun xi => F (told u xi k)) <= c * chance (fun xi => F (told w xi k))) ->
      forall E, seen_by member E -> event (fun xi => E (told u xi) u) ->
        chance (fun xi => E (told u xi) u) <= c * chance (fun xi => E (told w xi) w)).
