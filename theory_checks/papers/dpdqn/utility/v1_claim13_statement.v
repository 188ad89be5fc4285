(* Claim 13 of the first version, for every discount that it allows: where the formula fails too, there are an optimal deterministic
   policy pi and an optimal solution lambda of the dual with the two properties. To deny this is to say that it fails for some
   discount, and that some MDP of that discount has none. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Mdp Optimal Existence Policies.
From dpdqn Require Import v1_claim13_formula.
Open Scope R_scope.

Definition v1_claim13_statement : Prop :=
  forall (n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R),
    (0 < n)%nat -> (0 < m)%nat -> stochastic n m P -> v1_claim13_domain gamma ->
    v1_claim13_claim gamma \/
    exists (pi : nat -> nat) (v : nat -> R) (lambda : nat -> nat -> R),
      (forall s, (s < n)%nat -> (pi s < m)%nat) /\
      policy_value n m gamma P r (plays pi) v /\ largest_value n m gamma P r v /\
      dual_feasible n m gamma P lambda /\
      (forall other, dual_feasible n m gamma P other -> dual_objective n m r other <= dual_objective n m r lambda) /\
      (let total := fun s => sum m (fun a => lambda a s) in
       (forall mu, visited n gamma (fun s => P (pi s) s) (fun _ => 1) mu <-> forall s, (s < n)%nat -> mu s = total s) /\
       (forall a s, (a < m)%nat -> (s < n)%nat -> lambda a s = if Nat.eqb a (pi s) then total s else 0)).
