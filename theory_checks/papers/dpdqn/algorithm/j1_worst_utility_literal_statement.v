(* Section 3.2: in all finite MDPs, after any number of updates of all entries with expected targets, from 0 on, one path of noise
   leaves at least the mean error of the states that a new one in each update leaves; v' is read off the table that is returned. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal Maximum Policies NormalMean.
From dpdqn Require Import j1_worst_utility_literal_formula.
Open Scope R_scope.

(* The first of the actions that have the largest value *)
Fixpoint first_best (m : nat) (f : nat -> R) : nat :=
  match m with O => O | S k => if Rlt_dec (f (first_best k f)) (f k) then k else first_best k f end.

(* Line 19 as printed, the noise being that of the action that Q takes in the next state; line 22 with the minus sign, or with the
   plus sign where the step is negative. *)
Definition update (n m : nat) (step gamma : R) (P : nat -> nat -> nat -> R) (r g Q : nat -> nat -> R) (a s : nat) : R :=
  Q a s - step * (Q a s + g a s
    - (r a s + sum n (fun t => P a s t * (gamma * best m (fun b => Q b t) + g (first_best m (fun b => Q b t)) t)))).

(* noise k is the table of the update number k. *)
Fixpoint trained (n m : nat) (step gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (noise : nat -> nat -> nat -> R)
  (k : nat) : nat -> nat -> R :=
  match k with O => fun _ _ => 0 | S j => update n m step gamma P r (noise j) (trained n m step gamma P r noise j) end.

(* The table number k of independent normal numbers of deviation sigma. *)
Definition path (n m : nat) (sigma : R) (z : nat -> R) (k a s : nat) : R := sigma * z ((k * m + a) * n + s)%nat.

Definition error (n m : nat) (step gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (noise : nat -> nat -> nat -> R)
  (updates : nat) (v : nat -> R) : R :=
  norm1 n (fun s => best m (fun a => trained n m step gamma P r noise updates a s) - v s) / INR n.

Definition j1_worst_utility_literal_statement : Prop :=
  forall (n m updates : nat) (gamma sigma step fresh same : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R)
    (v : nat -> R),
    (0 < n)%nat -> (0 < m)%nat -> stochastic n m P -> largest_value n m gamma P r v ->
    mean (updates * m * n) (fun z => error n m step gamma P r (fun k => path n m sigma z (updates - S k)) updates v) fresh ->
    mean (m * n) (fun z => error n m step gamma P r (fun _ => path n m sigma z 0) updates v) same ->
    j1_worst_utility_literal_domain fresh gamma same sigma step -> j1_worst_utility_literal_claim fresh gamma same sigma step.
