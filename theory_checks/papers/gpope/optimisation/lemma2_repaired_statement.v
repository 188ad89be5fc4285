(* Lemma 2 in the norm of P, Q'P + PQ = I: the error of the gradient is delta j with probability p j, j < outcomes. Left out is that
   there is such a P, and errors with other laws, as with normal noise. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors.
From gpope Require Import lemma2_repaired_formula.
Open Scope R_scope.

Definition lemma2_repaired_statement : Prop :=
  forall (n outcomes : nat) (P Q : matrix) (p : nat -> R) (delta : nat -> vector) (xi : vector) (L V beta mu : R),
    symmetric n P ->
    (forall x, 2 * dot n (image n Q x) (image n P x) = dot n x x) ->
    (forall x, mu * square n P x <= dot n x x) ->
    (forall x, square n P (image n Q x) <= L * square n P x) ->
    sum outcomes p = 1 -> (forall j, (j < outcomes)%nat -> 0 <= p j) ->
    (forall i, (i < n)%nat -> sum outcomes (fun j => p j * delta j i) = 0) ->
    sum outcomes (fun j => p j * square n P (delta j)) <= V ->
    let before := square n P xi in
    let after := sum outcomes (fun j =>
      p j * square n P (fun i => xi i - beta * image n Q xi i - beta * delta j i)) in
    lemma2_repaired_domain L V after before beta mu -> lemma2_repaired_claim L V after before beta mu.
