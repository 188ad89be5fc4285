(* For every beta some c bounds, on all grids, the part of the norm that the cells i + j + 1 = N contribute for one ReLU unit of two
   variables, max(x + y - 1, 0). For a product of two kernels exp(-beta |x - y|) the norm on a grid is a sum of squares of innovations,
   those in one variable of those in the other, and at most the norm: neither is proved here. That some sigma keeps delta is granted. *)
From Coq Require Import Reals ZArith.
From TheoryChecks Require Import Sums.
From dpdqn Require Import sec33_manhattan_kernel_networks_formula.
Open Scope R_scope.

Definition relu (x y : R) : R := Rmax (x + y - 1) 0.

Section Grid.
Variables (beta : R) (N : nat).
Definition rho : R := exp (- (beta / INR N)).
Definition at_ (i j : nat) : R := relu (INR i / INR N) (INR j / INR N).
Definition innovation (i j : nat) : R :=
  (at_ (S i) (S j) - rho * at_ i (S j) - rho * at_ (S i) j + rho ^ 2 * at_ i j) / (1 - rho ^ 2).
Definition share : R := sum N (fun i => innovation i (N - 1 - i) ^ 2).
End Grid.

Definition sec33_manhattan_kernel_networks_statement : Prop :=
  forall beta : R, exists c sigma : R, c > 0 /\ sigma > 0 /\ forall N : nat,
    sec33_manhattan_kernel_networks_domain (Z.of_nat N) beta c 0 (share beta N) sigma ->
    sec33_manhattan_kernel_networks_claim (Z.of_nat N) beta c 0 (share beta N) sigma.
