(* With some constant c and some power k every agent has on some MDP at least the printed regret, for all parameters; of all private
   agents only those are looked at that ignore their users, and play the policies pi 0, pi 1, ...: they are private for every epsilon. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Planner Regret.
From pucb Require Import lower_regret_all_parameters_formula.
Open Scope R_scope.

Definition lower_regret_all_parameters_statement : Prop :=
  exists (c : R) (k : Z), c > 0 /\ IZR k >= 0 /\
    forall (S A H T : nat) (epsilon : R) (pi : nat -> nat -> nat -> nat), (forall t, actions S A H (pi t)) ->
      let at_ := fun P : Z -> Z -> Z -> Z -> R -> R -> Z -> R -> Prop => P (Z.of_nat A) (Z.of_nat H) (Z.of_nat S) (Z.of_nat T) c epsilon k in
      (forall r, at_ lower_regret_all_parameters_domain r /\ at_ lower_regret_all_parameters_defined r) ->
      exists mean move start, mdp S A H mean move /\ starts S start /\
        at_ lower_regret_all_parameters_claim (regret S A H mean move start T pi).
