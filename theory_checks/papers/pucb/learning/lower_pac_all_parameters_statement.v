(* With some constant c every agent makes on some MDP at least the printed number of mistakes, for all parameters; of all private agents
   only those are looked at that ignore their users, and play the policies pi 0, pi 1, ...: they are private for every epsilon. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Planner Regret.
From pucb Require Import lower_pac_all_parameters_formula.
Open Scope R_scope.

Definition lower_pac_all_parameters_statement : Prop :=
  exists c : R, c > 0 /\
    forall (S A H T : nat) (alpha epsilon : R) (pi : nat -> nat -> nat -> nat), (forall t, actions S A H (pi t)) ->
      let at_ := fun P : Z -> Z -> Z -> Z -> R -> R -> R -> R -> Prop => P (Z.of_nat A) (Z.of_nat H) (Z.of_nat S) (Z.of_nat T) alpha c epsilon in
      (forall f, at_ lower_pac_all_parameters_domain f /\ at_ lower_pac_all_parameters_defined f) ->
      exists mean move start, mdp S A H mean move /\ starts S start /\
        at_ lower_pac_all_parameters_claim (mistakes S A H mean move start T alpha pi).
