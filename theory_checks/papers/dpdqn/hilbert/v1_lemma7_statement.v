(* Lemma 7 of the first version, for functions with a continuous derivative: the inner product with the kernel's function at y is the value at y; and its values
   are at most the norm, so that only 0 has the norm 0. Left out is that the other functions of H^1 are limits of such, and that the space
   is complete. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sobolev Reproducing.
From dpdqn Require Import v1_lemma7_formula.
Open Scope R_scope.

Definition v1_lemma7_statement : Prop :=
  forall (beta : R) (f df : R -> R), smooth f df ->
    (forall y, 0 <= y <= 1 ->
      let ends := f 0 * kernel beta y 0 + f 1 * kernel beta y 1 in
      let slopes := RInt (fun x => df x * kernel_slope beta y x) 0 1 in
      let mass := RInt (fun x => f x * kernel beta y x) 0 1 in
      v1_lemma7_domain beta ends mass slopes (f y) ->
      (ex_RInt (fun x => df x * kernel_slope beta y x) 0 1 /\ ex_RInt (fun x => f x * kernel beta y x) 0 1) /\
      v1_lemma7_defined beta ends mass slopes (f y) /\ v1_lemma7_claim beta ends mass slopes (f y)) /\
    (0 < beta -> forall x, 0 <= x <= 1 -> f x ^ 2 <= square beta f df).
