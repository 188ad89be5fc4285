(* Trajectories of an MDP with n states and k actions under the behaviour policy, all with the times 0, ..., tau; f features phi i s, and
   sums divided by tau or by tau + 1. Where a state is visited, the behaviour takes every action of the evaluated policy. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Mdp Optimal.
Open Scope R_scope.

Section Data.
Variables (n k f tau : nat) (gamma divisor : R) (P : nat -> nat -> nat -> R) (r policy behaviour phi : nat -> nat -> R) (start : nat -> R).

Definition ratio (a s : nat) : R := policy a s / behaviour a s.

(* The law of the state at time t under the behaviour policy *)
Fixpoint at_time (t : nat) (s : nat) : R :=
  match t with
  | O => start s
  | S i => sum n (fun u => at_time i u * sum k (fun a => behaviour a u * P a u s))
  end.

(* The mean over trajectories of the sum of g(S_t, A_t, S_(t+1)), divided *)
Definition mean (g : nat -> nat -> nat -> R) : R := / divisor * sum (S tau) (fun t =>
  sum n (fun s => at_time t s * sum k (fun a => behaviour a s * sum n (fun u => P a s u * g s a u)))).

(* Equation (2.1) *)
Definition A : matrix := fun i j => mean (fun s a u => ratio a s * phi i s * (phi j s - gamma * phi j u)).
Definition b : vector := fun i => mean (fun s a _ => ratio a s * phi i s * r a s).

(* The matrices of Bellman's equation of the evaluated policy, with the mean share of each state *)
Definition share (s : nat) : R := / divisor * sum (S tau) (fun t => at_time t s).
Definition expected (s : nat) (g : nat -> nat -> R) : R := sum k (fun a => policy a s * sum n (fun u => P a s u * g a u)).
Definition A_bellman : matrix := fun i j => sum n (fun s => share s * phi i s * (phi j s - gamma * expected s (fun _ u => phi j u))).
Definition b_bellman : vector := fun i => sum n (fun s => share s * phi i s * expected s (fun a _ => r a s)).
End Data.

Definition saddle_fixed_point_fixed_length_statement : Prop :=
  forall (n k f tau : nat) (gamma divisor : R) (P : nat -> nat -> nat -> R) (r policy behaviour phi : nat -> nat -> R) (start : nat -> R),
    (1 <= tau)%nat -> divisor = INR tau \/ divisor = INR (S tau) -> 0 <= gamma <= 1 -> stochastic n k P ->
    chooses n k policy -> chooses n k behaviour -> (forall s, (s < n)%nat -> 0 <= start s) ->
    (forall t s a, (t <= tau)%nat -> (s < n)%nat -> (a < k)%nat -> at_time n k P behaviour start t s <> 0 -> 0 < policy a s -> 0 < behaviour a s) ->
    let A := A n k tau gamma divisor P policy behaviour phi start in
    let b := b n k tau divisor P r policy behaviour phi start in
    (forall i j, A i j = A_bellman n k tau gamma divisor P policy behaviour phi start i j) /\
    (forall i, b i = b_bellman n k tau divisor P r policy behaviour phi start i) /\
    (* If the features represent the value and A has an inverse, the solution is the value. *)
    (forall (theta solution v : vector) (B : matrix), policy_value n k gamma P r policy v ->
      (forall s, (s < n)%nat -> sum f (fun j => phi j s * theta j) = v s) -> inverse f A B -> same f (image f A solution) b ->
      forall s, (s < n)%nat -> sum f (fun j => phi j s * solution j) = v s).
