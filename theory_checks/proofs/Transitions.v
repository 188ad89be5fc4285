(* Transitions of a trajectory of a chain in its stationary law, whose gradients have the only feature 1 at theta = w = 0: the
   error of the gradient of a transition from s is the mean reward less r s. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp.
Open Scope R_scope.

Section Chain.
Variables (n : nat) (P : nat -> nat -> R) (start r : nat -> R).

Definition error (s : nat) : R := sum n (fun t => start t * r t) - r s.

(* The mean square of (what was added up + the errors of the next k transitions, from s on)/tau *)
Fixpoint square_along (tau : R) (k s : nat) (so_far : R) : R :=
  match k with
  | O => (so_far / tau) ^ 2
  | S j => sum n (fun t => P s t * square_along tau j t (so_far + error s))
  end.
Definition mean_square (tau : nat) : R := sum n (fun s => start s * square_along (INR tau) tau s 0).

Definition stationary : Prop := stochastic n 1 (fun _ => P) /\ (forall s, (s < n)%nat -> 0 <= start s) /\ sum n start = 1 /\
  forall t, (t < n)%nat -> sum n (fun s => start s * P s t) = start t.
End Chain.
