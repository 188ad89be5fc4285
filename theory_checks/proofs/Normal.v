(* The distribution function of the standard normal law. *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Definition Phi (x : R) : R := / 2 + RInt (fun t => exp (- (t * t / 2))) 0 x / sqrt (2 * PI).
