(* Chains that end in a state n, with one feature for each other state and none for n: a transition from s to t has the probability P s t
   and the reward r s t, and the length of a trajectory is the time at which it ends. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Sums Vectors.
Import ListNotations.
Open Scope R_scope.

Section Chain.
Variables (n : nat) (P r : nat -> nat -> R) (gamma : R) (start : nat -> R).

(* The mean of f over the transitions of a trajectory from s, which is cut after T more steps *)
Fixpoint over_trajectories (T s : nat) (seen : list (nat * nat)) (f : list (nat * nat) -> R) : R :=
  if Nat.eqb s n then f seen else
  match T with
  | O => f seen
  | S k => sum (S n) (fun t => P s t * over_trajectories k t ((s, t) :: seen) f)
  end.

(* From s no trajectory lives longer than T steps. *)
Fixpoint absorbed (T s : nat) : Prop := s = n \/ match T with
  | O => False
  | S k => forall t, (t <= n)%nat -> P s t <> 0 -> absorbed k t
  end.

Definition feature (i s : nat) : R := if Nat.eqb s n then 0 else unit i s.
Definition total (f : nat * nat -> R) (seen : list (nat * nat)) : R := fold_right (fun e x => f e + x) 0 seen.
(* Equation (2.1), with the ratio 1 *)
Definition expected (T : nat) (f : nat * nat -> R) : R :=
  sum n (fun s => start s * over_trajectories T s [] (fun seen => / INR (List.length seen) * total f seen)).
Definition A (T : nat) : matrix := fun i j => expected T (fun '(s, t) => feature i s * (feature j s - gamma * feature j t)).
Definition b (T : nat) : vector := fun i => expected T (fun '(s, t) => feature i s * r s t).

(* v solves the Bellman equation, with the value 0 of the last state. *)
Definition value (v : vector) : Prop := v n = 0 /\ forall s, (s < n)%nat -> v s = sum (S n) (fun t => P s t * (r s t + gamma * v t)).
End Chain.
