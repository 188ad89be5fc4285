(* Q and g are those of any trajectory of the data set: size and offset are at least their norms. The norm is that of P, the ball has
   the radius R_ and holds the saddle point; gradients in it are no longer than h, and every step ends in it, no farther from the
   saddle point, so that means of squared errors are no larger either. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Laws.
From gpope Require Import no_clipping_repaired_formula.
Open Scope R_scope.

Definition norm (n : nat) (P : matrix) (x : vector) : R := sqrt (square n P x).
Definition projection (n : nat) (P : matrix) (radius : R) (x : vector) : vector := fun i => Rmin 1 (radius / norm n P x) * x i.

Definition no_clipping_repaired_statement : Prop :=
  forall (n : nat) (P Q : matrix) (g optimum : vector) (R_ h size offset : R),
    symmetric n P -> positive n P -> norm n P optimum <= R_ ->
    (forall x, length n (image n Q x) <= size * norm n P x) -> length n g <= offset -> 0 <= size ->
    let error x := norm n P (fun i => x i - optimum i) in
    (* No gradient in the ball is clipped, and every point that is projected is in the ball; *)
    (forall x point i, norm n P point <= R_ ->
      let gradient := length n (fun k => image n Q point k - g k) in
      let projected := projection n P R_ x in
      no_clipping_repaired_domain R_ (error projected) (error x) gradient h (norm n P x) offset (norm n P optimum) (projected i) size (x i) ->
      no_clipping_repaired_defined R_ (error projected) (error x) gradient h (norm n P x) offset (norm n P optimum) (projected i) size (x i) /\
      no_clipping_repaired_claim R_ (error projected) (error x) gradient h (norm n P x) offset (norm n P optimum) (projected i) size (x i) /\
      norm n P projected <= R_) /\
    (* and the mean squared error after a projection is at most that before it, whatever the law of the step is. *)
    (forall (Y : Type) (mean : law Y) (next : Y -> vector) (after before : R), is_law mean ->
      mean (fun y => error (projection n P R_ (next y)) ^ 2) after -> mean (fun y => error (next y) ^ 2) before -> after <= before).
