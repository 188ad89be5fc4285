(* Equation (6.1), w with A: C has the inverse D, and A' D A the inverse G. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Saddle.
Open Scope R_scope.

Definition optimum_w_repaired_statement : Prop :=
  forall (n : nat) (A C D G : matrix) (b : vector),
    symmetric n C -> positive n C -> inverse n C D -> inverse n (curvature n A D) G ->
    let theta := image n G (image n (transposed A) (image n D b)) in
    let w := image n D (fun i => b i - image n A theta i) in
    (* The first order condition, *)
    same n (image n (transposed A) w) (fun _ => 0) /\
    same n (fun i => image n A theta i + image n C w i) b /\
    (* and w is 0 for an invertible A. *)
    (forall B, inverse n A B -> same n w (fun _ => 0)).
