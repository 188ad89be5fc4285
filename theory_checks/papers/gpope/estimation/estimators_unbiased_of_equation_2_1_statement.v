(* A, b and C are those of (2.1): means over trajectories of any law (MDP, behaviour policy, lengths), of length at least 1. The i-th
   of m independent trajectories of this law gives estimates with these means, and so does one of the m that is drawn;
   and so it is with every other estimate, that with 1/(tau + 1) among them. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Sums Vectors Laws Accountants Trajectories.
Import ListNotations.
Open Scope R_scope.

Definition estimators_unbiased_of_equation_2_1_statement : Prop :=
  forall (gamma : R) (world : law trajectory) (A C : matrix) (b : vector), is_law world ->
    (forall i j, world (fun H => A_hat gamma H i j) (A i j)) -> (forall i, world (fun H => b_hat H i) (b i)) ->
    (forall i j, world (fun H => C_hat H i j) (C i j)) ->
    forall (m : nat), (1 <= m)%nat ->
      let over_data := in_sequence m (fun _ => world) [] in
      let unbiased estimate truth := (forall k, (k < m)%nat -> over_data (fun data => estimate (nth k data nobody)) truth) /\
        over_data (fun data => / INR m * sum m (fun k => estimate (nth k data nobody))) truth in
      (forall i j, unbiased (fun H => A_hat gamma H i j) (A i j)) /\ (forall i, unbiased (fun H => b_hat H i) (b i)) /\
      (forall i j, unbiased (fun H => C_hat H i j) (C i j)) /\
      (forall estimate truth, world estimate truth -> unbiased estimate truth).
