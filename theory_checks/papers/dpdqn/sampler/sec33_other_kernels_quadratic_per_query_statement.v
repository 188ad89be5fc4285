(* Section 3.3, a general kernel, each value drawn given the k earlier ones by one more row of the triangular factor: the entry j
   of the row takes j products and a division, mean and variance take k products each. One draw. *)
From Coq Require Import Reals ZArith.
From dpdqn Require Import sec33_other_kernels_quadratic_per_query_formula.
Open Scope R_scope.

Fixpoint row_steps (k : nat) : nat := match k with O => O | S j => row_steps j + (j + 1) end.
Definition draw_steps (k : nat) : nat := row_steps k + 2 * k.

Definition sec33_other_kernels_quadratic_per_query_statement : Prop :=
  forall k : nat, let n := Z.of_nat (S k) in let steps := INR (draw_steps k) in
    sec33_other_kernels_quadratic_per_query_domain n steps /\
    sec33_other_kernels_quadratic_per_query_claim n steps.
