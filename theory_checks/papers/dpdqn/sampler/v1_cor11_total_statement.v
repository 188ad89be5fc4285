(* Corollary 11 of the first version, the time of all rounds: with some constant, N answers can be given in so many steps. Each
   answer takes a step. *)
From Coq Require Import Reals ZArith.
From dpdqn Require Import v1_cor11_total_formula.
Open Scope R_scope.

Definition v1_cor11_total_statement : Prop :=
  exists C : R, 0 < C /\ forall N : Z, (2 <= N)%Z -> exists steps : R, IZR N <= steps /\
    v1_cor11_total_domain C N steps /\ v1_cor11_total_defined C N steps /\ v1_cor11_total_claim C N steps.
