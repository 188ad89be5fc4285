(* Equation (6.1), theta: C has the inverse D, and A' D A the inverse G. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Saddle.
Open Scope R_scope.

(* The first order condition: both blocks of Q (theta, w) = (0, b). *)
Definition first_order (n : nat) (A C : matrix) (b theta w : vector) : Prop :=
  same n (image n (transposed A) w) (fun _ => 0) /\
  same n (fun i => image n A theta i + image n C w i) b.

Definition optimum (n : nat) (A D G : matrix) (b : vector) : vector :=
  image n G (image n (transposed A) (image n D b)).

Definition optimum_theta_theta_statement : Prop :=
  forall (n : nat) (A C D G : matrix) (b theta : vector),
    symmetric n C -> positive n C -> inverse n C D -> inverse n (curvature n A D) G ->
    (exists w, first_order n A C b theta w) <-> same n theta (optimum n A D G b).
