(* The attack on a counter with a single noise xi: u is a stream of bits, and users t and t + 2 put their outputs together. Left out is
   that the counter is therefore not jointly private. *)
From Coq Require Import Reals ZArith.
From pucb Require Import collusion_attack_formula.
Open Scope R_scope.

Fixpoint count (u : nat -> Z) (t : nat) : Z :=
  match t with O => 0%Z | S before => (count u before + u t)%Z end.

Definition collusion_attack_statement : Prop :=
  forall (u : nat -> Z) (xi : R) (t : nat), (forall i, u i = 0%Z \/ u i = 1%Z) ->
    let before := count u t in
    let after := IZR (count u (S (S t))) in
    collusion_attack_domain after before (u (S t)) (u (S (S t))) xi /\
    collusion_attack_claim after before (u (S t)) (u (S (S t))) xi.
