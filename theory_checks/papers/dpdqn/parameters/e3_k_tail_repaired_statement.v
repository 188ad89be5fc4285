(* needed is the least gap that is enough; and the two numbers of the statement: the root, and where the approximate gap reaches it. *)
From Coq Require Import Reals ZArith.
From dpdqn Require Import e3_k_tail_repaired_formula.
Open Scope R_scope.

Definition share (J : Z) (G : R) : R := 1 - (1 - exp (- (G ^ 2 / 2))) ^ Z.to_nat J.

Definition least_gap (J : Z) (delta_g needed : R) : Prop :=
  0 < needed /\ share J needed <= delta_g /\ forall G, 0 < G -> share J G <= delta_g -> needed <= G.

Definition e3_k_tail_repaired_statement : Prop :=
  (forall (J : Z) (delta_g needed : R),
    e3_k_tail_repaired_domain J delta_g needed ->
    e3_k_tail_repaired_defined J delta_g needed /\
    (least_gap J delta_g needed <-> e3_k_tail_repaired_claim J delta_g needed) /\
    forall G, 0 < G -> (share J G <= delta_g <-> sqrt (-2 * ln (1 - Rpower (1 - delta_g) (1 / IZR J))) <= G)) /\
  (forall needed, e3_k_tail_repaired_claim 78 (5 / 10 ^ 5) needed -> 53404 / 10000 <= needed < 53405 / 10000 /\
    (forall k, 0 <= k <= 2429 / 100 -> 2 * k - 43 / 5 * sqrt (k + 1) < needed) /\
    (forall k, 2430 / 100 <= k -> needed <= 2 * k - 43 / 5 * sqrt (k + 1))).
