(* Batches of B of the trajectories of a data set, drawn without replacement: each is as likely as the others. *)
From Coq Require Import List.
From TheoryChecks Require Import Trajectories.
Import ListNotations.

Fixpoint batches (B : nat) (d : list trajectory) : list (list trajectory) :=
  match B, d with
  | O, _ => [[]]
  | S _, [] => []
  | S k, H :: others => map (cons H) (batches k others) ++ batches B others
  end.
