(* The behaviour policy gives a share eta to the uniform policy over k actions, and the rest to a greedy one. Trajectories have the times
   0, ..., tau; tables with one feature for each of n states, all visited. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Mdp Optimal.
From gpope Require Import mountain_car_off_policy_setup_repaired_formula.
Open Scope R_scope.

Section Data.
Variables (n k : nat) (gamma eta : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (greedy : nat -> nat) (start : nat -> R) (tau : nat).

Definition uniform (_ _ : nat) : R := / INR k.
Definition behaviour (a s : nat) : R := (1 - eta) * (if Nat.eqb a (greedy s) then 1 else 0) + eta * uniform a s.
Definition ratio (a s : nat) : R := uniform a s / behaviour a s.

(* The law of the state at time t under the behaviour policy *)
Fixpoint at_time (t : nat) (s : nat) : R :=
  match t with
  | O => start s
  | S i => sum n (fun u => at_time i u * sum k (fun a => behaviour a u * P a u s))
  end.

(* The mean over trajectories of (1/tau) sum_t f(S_t, A_t, S_(t+1)) *)
Definition mean (f : nat -> nat -> nat -> R) : R := / INR tau * sum (S tau) (fun t =>
  sum n (fun s => at_time t s * sum k (fun a => behaviour a s * sum n (fun u => P a s u * f s a u)))).

(* Equation (2.1) *)
Definition A : matrix := fun i j => mean (fun s a u => ratio a s * unit i s * (unit j s - gamma * unit j u)).
Definition b : vector := fun i => mean (fun s a _ => ratio a s * unit i s * r a s).
End Data.

Definition mountain_car_off_policy_setup_repaired_statement : Prop :=
  forall (n k tau : nat) (gamma eta : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R) (greedy : nat -> nat) (start : nat -> R),
    (1 <= k)%nat -> (1 <= tau)%nat -> 0 < eta <= 1 -> (forall s, (s < n)%nat -> (greedy s < k)%nat) ->
    (* The ratios are at most 1/eta, which is attained if there is more than one action; *)
    (forall a s, (a < k)%nat -> mountain_car_off_policy_setup_repaired_domain eta (ratio k eta greedy a s) ->
      mountain_car_off_policy_setup_repaired_defined eta (ratio k eta greedy a s) /\
      mountain_car_off_policy_setup_repaired_claim eta (ratio k eta greedy a s)) /\
    ((2 <= k)%nat -> forall s, (s < n)%nat -> exists a, (a < k)%nat /\ ratio k eta greedy a s = 1 / eta) /\
    (* a solution is the value of the uniform policy. *)
    (0 <= gamma < 1 -> stochastic n k P -> (forall s, (s < n)%nat -> 0 <= start s) ->
      (forall s, (s < n)%nat -> exists t, (t <= tau)%nat /\ 0 < at_time n k eta P greedy start t s) ->
      forall theta v, same n (image n (A n k gamma eta P greedy start tau) theta) (b n k eta P r greedy start tau) ->
        policy_value n k gamma P r (uniform k) v -> same n theta v).
