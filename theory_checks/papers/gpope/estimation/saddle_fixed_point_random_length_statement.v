(* Chains that are absorbed in state n within T steps, evaluated on the data of the same policy, with one feature for each other
   state and none for n: a transition from s to t has the probability P s t and the reward r s t, and the length of a trajectory is
   the time at which it is absorbed. *)
From Coq Require Import Reals ZArith List.
From TheoryChecks Require Import Sums Vectors.
From gpope Require Import saddle_fixed_point_random_length_formula.
Import ListNotations.
Open Scope R_scope.

Section Chain.
Variables (n : nat) (P r : nat -> nat -> R) (gamma : R) (start : nat -> R).

(* The mean of f over the transitions of a trajectory from s that is absorbed within T more steps *)
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

Definition saddle_fixed_point_random_length_statement : Prop :=
  forall (n T s : nat) (P r : nat -> nat -> R) (gamma : R) (start v theta : vector) (B : matrix),
    0 <= gamma < 1 ->
    (forall i, (i < n)%nat -> 0 <= start i /\ absorbed n P T i) -> sum n start = 1 ->
    (forall i, (i < n)%nat -> (forall t, (t <= n)%nat -> 0 <= P i t) /\ sum (S n) (P i) = 1) ->
    value n P r gamma v ->
    (* A is invertible, and theta is the solution, *)
    inverse n (A n P gamma start T) B -> same n theta (image n B (b n P r start T)) -> (s < n)%nat ->
    saddle_fixed_point_random_length_domain (Z.of_nat s) (theta s) (v s) ->
    saddle_fixed_point_random_length_claim (Z.of_nat s) (theta s) (v s).
