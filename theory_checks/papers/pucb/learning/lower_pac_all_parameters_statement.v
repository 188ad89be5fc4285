(* With some positive factor, be it a constant or what hides powers of logarithms, every agent makes on some MDP, in some number T of
   episodes, at least the printed number of mistakes, for all parameters with two actions or more; of all private agents only those
   are looked at that ignore their users, and play the policies pi 0, pi 1, ...: they are private for every epsilon. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Planner Regret.
From pucb Require Import lower_pac_all_parameters_formula.
Open Scope R_scope.

Definition lower_pac_all_parameters_statement : Prop :=
  exists c : nat -> nat -> nat -> R -> R -> R, (forall S A H alpha epsilon, c S A H alpha epsilon > 0) /\
    forall (S A H : nat) (alpha epsilon : R) (pi : nat -> nat -> nat -> nat), (2 <= A)%nat -> (forall t, actions S A H (pi t)) ->
      let at_ := fun (T : nat) (P : Z -> Z -> Z -> Z -> R -> R -> R -> R -> Prop) =>
        P (Z.of_nat A) (Z.of_nat H) (Z.of_nat S) (Z.of_nat T) alpha (c S A H alpha epsilon) epsilon in
      (forall T f, (1 <= T)%nat -> at_ T lower_pac_all_parameters_domain f /\ at_ T lower_pac_all_parameters_defined f) ->
      exists mean move start T, mdp S A H mean move /\ starts S start /\
        at_ T lower_pac_all_parameters_claim (mistakes S A H mean move start T alpha pi).
