(* Gradients g j of m records, no longer than h = 1, with the sum 0: number i of the output g_J + sigma Z has mean 0 and this variance. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Draws.
From gpope Require Import lemma1_wlog_laws_formula.
Open Scope R_scope.

Definition lemma1_wlog_laws_statement : Prop :=
  forall (dim m i : nat) (g : nat -> vector) (sigma variance : R), (1 <= m)%nat -> (i < dim)%nat ->
    (forall j, (j < m)%nat -> length dim (g j) <= 1) -> (forall k, (k < dim)%nat -> sum m (fun j => g j k) = 0) ->
    noisy_draw dim m (fun _ => / INR m) (fun j z => (g j i + sigma * z i) ^ 2) variance ->
    lemma1_wlog_laws_domain sigma variance -> lemma1_wlog_laws_claim sigma variance.
