(* Equations (2.3) and (4.1): the partial derivatives of the objective, stacked with the sign of the second half changed. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors.
Open Scope R_scope.

Definition objective (n : nat) (A C : matrix) (b theta w : vector) : R :=
  dot n w (fun i => b i - image n A theta i) - / 2 * dot n w (image n C w).

(* x with s more at place j *)
Definition moved (x : vector) (j : nat) (s : R) : vector := fun i => x i + (if Nat.eqb i j then s else 0).

(* B(theta, w) = Q (theta, w) - (0, b), in its two halves *)
Definition upper (n : nat) (A : matrix) (w : vector) : vector := fun i => - image n (transposed A) w i.
Definition lower (n : nat) (A C : matrix) (b theta w : vector) : vector :=
  fun i => image n A theta i + image n C w i - b i.

Definition gradient_4_1_statement : Prop :=
  forall (n : nat) (A C : matrix) (b theta w : vector) (beta : R), symmetric n C ->
  forall j, (j < n)%nat ->
    derivable_pt_lim (fun s => objective n A C b (moved theta j s) w) 0 (upper n A w j) /\
    derivable_pt_lim (fun s => objective n A C b theta (moved w j s)) 0 (- lower n A C b theta w j) /\
    theta j - beta * upper n A w j = theta j + beta * image n (transposed A) w j /\
    w j - beta * lower n A C b theta w j = w j + beta * (b j - image n A theta j - image n C w j).
