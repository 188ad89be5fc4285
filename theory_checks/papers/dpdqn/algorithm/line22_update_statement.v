(* Line 22 with its printed sign, on one state with one action, the target held fixed or not: some step brings some Q nearer to the only
   value at which the loss is 0, or leaves it as far away. To deny this is to say that no step does, whatever its size. Function
   approximation is left out. *)
From Coq Require Import Reals.
From dpdqn Require Import line22_update_formula.
Open Scope R_scope.

Definition line22_update_statement : Prop :=
  exists Q Q_star after alpha gamma r slope y : R,
    Q <> Q_star /\ line22_update_domain Q Q_star after alpha gamma r slope y /\ line22_update_claim Q Q_star after alpha gamma r slope y.
