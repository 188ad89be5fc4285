(* Equations (2.3) and (4.1): the partial derivatives of the objective, stacked with the sign of the second half changed,
   are Q (theta, w) - (0, b). *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Saddle.
Open Scope R_scope.

(* x with s more at place j *)
Definition moved (x : vector) (j : nat) (s : R) : vector := fun i => x i + (if Nat.eqb i j then s else 0).

Definition gradient_4_1_statement : Prop :=
  forall (n : nat) (A C : matrix) (b theta w : vector) (beta : R), symmetric n C ->
  forall j, (j < n)%nat ->
    derivable_pt_lim (fun s => objective n A C b (moved theta j s) w) 0 (upper n A w j) /\
    derivable_pt_lim (fun s => objective n A C b theta (moved w j s)) 0 (- (lower n A C theta w j - b j)) /\
    theta j - beta * upper n A w j = theta j + beta * image n (transposed A) w j /\
    w j - beta * (lower n A C theta w j - b j) = w j + beta * (b j - image n A theta j - image n C w j).
