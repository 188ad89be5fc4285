(* The objective of Equation (2.1): C > 0 has the inverse D, and g is b - A theta. Left out is that the minimum over theta is attained
   where no theta makes g 0. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import saddle_point_inner_maximum_formula.
Open Scope R_scope.

Definition saddle_point_inner_maximum_statement : Prop :=
  forall (n : nat) (A C D : matrix) (b theta : vector) (inner : R),
    symmetric n C -> positive n C -> inverse n C D ->
    let L := objective n A C b in
    let g := fun i => b i - image n A theta i in
    let square := dot n g (image n D g) in
    (* The maximum is attained at D g, and nowhere else; *)
    (forall w, L theta w <= L theta (image n D g)) /\
    (forall w, L theta w = L theta (image n D g) -> same n w (image n D g)) /\
    (* it is what the formula says; *)
    (inner = L theta (image n D g) ->
      saddle_point_inner_maximum_domain inner square /\ saddle_point_inner_maximum_claim inner square) /\
    (* where g is 0, there is a saddle point. *)
    (same n g (fun _ => 0) -> forall other w,
      L theta w <= L theta (fun _ => 0) <= L other (fun _ => 0)).
