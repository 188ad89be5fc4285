(* The chain of Section 7: states 0, ..., n, each with a feature of its own; a step stays or goes on with probability 1/2, and n is never
   left. Trajectories have T recorded transitions, also those of n to itself, and start uniformly in the other states. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Features.
Open Scope R_scope.

Definition walk (n s t : nat) : R :=
  if Nat.eqb s n then unit s t else if Nat.eqb t s then / 2 else if Nat.eqb t (S s) then / 2 else 0.

(* The law of the state at time t *)
Fixpoint at_time (n t s : nat) : R :=
  match t with
  | O => if Nat.ltb s n then / INR n else 0
  | S i => sum (S n) (fun u => at_time n i u * walk n u s)
  end.
(* The mean share of the recorded transitions that start in s *)
Definition share (n T s : nat) : R := / INR T * sum T (fun t => at_time n t s).

Definition c_invertible_absorbing_rows_statement : Prop :=
  forall (n T : nat) (gamma : R), (1 <= n)%nat -> (2 <= T)%nat -> 0 <= gamma < 1 ->
    let k := S n in
    let C := C k (share n T) (table k) in
    let A := A k (share n T) (table k) gamma (walk n) in
    one_to_one k C /\ forall K, inverse k C K -> forall x, vanishes k (image k (transposed A) (image k K (image k A x))) -> vanishes k x.
