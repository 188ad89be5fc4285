(* Section 3.3, a general kernel, each value drawn given the k earlier ones by one more row of the triangular factor: the entry j
   of the row takes j products and a division, mean and variance take k products each. All draws together: some constant
   will do. *)
From Coq Require Import Reals ZArith.
From dpdqn Require Import sec33_other_kernels_quadratic_total_formula.
Open Scope R_scope.

Fixpoint row_steps (k : nat) : nat := match k with O => O | S j => row_steps j + (j + 1) end.
Definition draw_steps (k : nat) : nat := row_steps k + 2 * k.
Fixpoint all_draws (N : nat) : nat := match N with O => O | S k => all_draws k + draw_steps k end.
Definition sec33_other_kernels_quadratic_total_statement : Prop :=
  exists C : R, 0 < C /\ forall N : nat, let steps := INR (all_draws N) in
    sec33_other_kernels_quadratic_total_domain C (Z.of_nat N) steps ->
    sec33_other_kernels_quadratic_total_claim C (Z.of_nat N) steps.
