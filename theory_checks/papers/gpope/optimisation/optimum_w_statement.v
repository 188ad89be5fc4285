(* Equation (6.1), w as printed: C has the inverse D, and A' D A the inverse G; both blocks of the first order condition. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import optimum_w_formula.
Open Scope R_scope.

Definition optimum_w_statement : Prop :=
  forall (n : nat) (A C D G : matrix) (b : vector),
    symmetric n C -> positive n C -> inverse n C D -> inverse n (curvature n A D) G ->
    let theta := image n G (image n (transposed A) (image n D b)) in
    let w := image n D (fun i => b i - image n (transposed A) theta i) in
    forall i, (i < n)%nat ->
      optimum_w_claim 0 (- image n (transposed A) w i) /\
      optimum_w_claim (b i) (image n A theta i + image n C w i).
