(* Kinds H k of trajectories, with probabilities p k: the data set has m trajectories of these, each iteration draws one of the m, and
   B is the mean over the kinds. Nothing is clipped; s is h sigma. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Trajectories Draws.
From gpope Require Import delta_mean_zero_population_formula.
Open Scope R_scope.

Section Population.
Variables (n kinds m : nat) (gamma s : R) (beta : nat -> R) (p : nat -> R) (H : nat -> trajectory).

Definition B_i (k : nat) (x : vector) : vector := gradient n gamma (H k) x.
Definition B (x : vector) : vector := fun i => sum kinds (fun k => p k * B_i k x i).
Definition uniform (_ : nat) : R := / INR m.

(* The mean of Delta at x, for the data set that has the kinds `data` *)
Definition error (data : nat -> nat) (x : vector) (c : nat) (l : R) : Prop :=
  noisy_draw (n + n) m uniform (fun j z => B_i (data j) x c + s * z c - B x c) l.

Definition update (data : nat -> nat) (k j : nat) (x z : vector) : vector := fun i => x i - beta k * (B_i (data j) x i + s * z i).

(* The mean of Delta after N iterations, for this data set *)
Definition later_error (data : nat -> nat) (N : nat) (start : vector) (c : nat) (l : R) : Prop :=
  exists delta, (forall x, error data x c (delta x)) /\ after_steps (n + n) m uniform (update data) N start delta l.

(* The mean over all data sets of k more trajectories *)
Fixpoint over_data (k : nat) (data : nat -> nat) (f : (nat -> nat) -> R) : R :=
  match k with
  | O => f data
  | S j => sum kinds (fun c => p c * over_data j (fun i => if Nat.eqb i j then c else data i) f)
  end.
End Population.

Definition delta_mean_zero_population_statement : Prop :=
  forall (n kinds m N c : nat) (gamma s : R) (beta p : nat -> R) (H : nat -> trajectory) (start : vector) (f : (nat -> nat) -> R),
    (1 <= m)%nat -> (c < n + n)%nat -> 0 < s -> (forall k, 0 < beta k) -> (forall k, (k < kinds)%nat -> 0 <= p k /\ (1 <= tau (H k))%nat) ->
    sum kinds p = 1 ->
    (forall data, (forall j, (data j < kinds)%nat) -> later_error n kinds m gamma s beta p H data N start c (f data)) ->
    let mean := over_data kinds p m (fun _ => 0%nat) f in
    delta_mean_zero_population_domain mean -> delta_mean_zero_population_claim mean.
