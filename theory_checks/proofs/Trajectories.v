(* Trajectories, the estimates that are made of one of them, and the gradient of the saddle point problem. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors.
Open Scope R_scope.

(* What (2.2) reads of a trajectory: its last time tau, and features, importance ratios and rewards at each time. *)
Record trajectory := { tau : nat; phi : nat -> vector; rho : nat -> R; reward : nat -> R }.

Definition nobody : trajectory := {| tau := 0; phi := fun _ _ => 0; rho := fun _ => 0; reward := fun _ => 0 |}.

Section Estimates.
Variables (n : nat) (gamma : R).

Definition A_hat (H : trajectory) : matrix := fun i j =>
  / INR (tau H) * sum (S (tau H)) (fun t => rho H t * phi H t i * (phi H t j - gamma * phi H (S t) j)).
Definition b_hat (H : trajectory) : vector := fun i => / INR (tau H) * sum (S (tau H)) (fun t => rho H t * phi H t i * reward H t).
Definition C_hat (H : trajectory) : matrix := fun i j => / INR (tau H) * sum (S (tau H)) (fun t => phi H t i * phi H t j).

(* Equation (4.1); x is theta, and then w. *)
Definition gradient (H : trajectory) (x : vector) : vector := fun i =>
  if Nat.ltb i n then - sum n (fun j => A_hat H j i * x (n + j)%nat)
  else sum n (fun j => A_hat H (i - n)%nat j * x j) + sum n (fun j => C_hat H (i - n)%nat j * x (n + j)%nat) - b_hat H (i - n)%nat.
End Estimates.
