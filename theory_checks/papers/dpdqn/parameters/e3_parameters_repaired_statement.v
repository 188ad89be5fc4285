(* Where k and sigma meet both conditions at the published T, B, alpha, L^2, J and deltas, and the smallest of these. *)
From Coq Require Import Reals ZArith.
From dpdqn Require Import e3_parameters_repaired_formula.
Open Scope R_scope.

Definition meets (epsilon k sigma : R) : Prop :=
  exists C beta mean noise v,
    e3_parameters_repaired_domain 64 C 78 4 5000 (3 / 10 ^ 4) beta (5 / 10 ^ 5) (5 / 10 ^ 5) epsilon k mean noise sigma v /\
    e3_parameters_repaired_defined 64 C 78 4 5000 (3 / 10 ^ 4) beta (5 / 10 ^ 5) (5 / 10 ^ 5) epsilon k mean noise sigma v /\
    e3_parameters_repaired_claim 64 C 78 4 5000 (3 / 10 ^ 4) beta (5 / 10 ^ 5) (5 / 10 ^ 5) epsilon k mean noise sigma v.

Definition smallest (epsilon k k' sigma sigma' : R) : Prop :=
  (forall x s, meets epsilon x s -> k <= x /\ sigma <= s) /\ exists x s, meets epsilon x s /\ x <= k' /\ s <= sigma'.

Definition e3_parameters_repaired_statement : Prop :=
  smallest (9 / 10) (76278 / 100) (76279 / 100) (20959 / 1000) (2096 / 100) /\
  smallest (9 / 20) (14778 / 10) (147781 / 100) (56597 / 1000) (56598 / 1000).
