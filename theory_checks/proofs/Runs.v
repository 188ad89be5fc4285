(* N steps of Algorithm 1 with Gaussian noise, and what it means that they are private. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Sums Vectors NormalMean Trajectories Releases.
Import ListNotations.
Open Scope R_scope.

Section Algorithm.
Variables (n : nat) (gamma sigma : R) (beta : nat -> R).

(* Lines 4 to 7, with the noise h sigma z *)
Definition step (h size : R) (H : trajectory) (x z : vector) : vector := fun i =>
  x i - size * (clipped (n + n) h (gradient n gamma H x) i + h * (sigma * z i)).

Definition current (seen : list vector) : vector := hd (fun _ => 0) seen.

(* The mean of f over N steps exists, and is p: f sees all iterates, the newest first; line 2 draws a trajectory of d. *)
Fixpoint released (N : nat) (h : R) (d : list trajectory) (seen : list vector) (f : list vector -> R) (p : R) : Prop :=
  match N with
  | O => p = f seen
  | S k => exists (g : vector -> R) (q : nat -> R),
      (forall x, released k h d (x :: seen) f (g x)) /\
      (forall j, (j < List.length d)%nat ->
        mean (n + n) (fun z => g (step h (beta (List.length seen)) (nth j d nobody) (current seen) z)) (q j)) /\
      p = / INR (List.length d) * sum (List.length d) q
  end.

(* Events are given by the functions that are 1 on them, and 0 elsewhere. *)
Definition event (last_alone : bool) (f : list vector -> R) : Prop := (forall seen, f seen = 0 \/ f seen = 1) /\
  (last_alone = true -> forall seen other, current seen = current other -> f seen = f other).

Definition private (adjacent : list trajectory -> list trajectory -> Prop) (last_alone : bool) (N : nat) (h epsilon delta : R) : Prop :=
  forall start d d' f p q, adjacent d d' -> data_set d -> data_set d' -> event last_alone f ->
    released N h d [start] f p -> released N h d' [start] f q -> p <= exp epsilon * q + delta.
End Algorithm.
